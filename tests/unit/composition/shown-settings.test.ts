// What the console's page of settings shows: all of them, secrets only as set or not.
import { expect, test } from '@jest/globals';
import { shownSettings } from '../../../server/composition/shown-settings.ts';

test('SET-01: what a bank without any setting shows', () => {
  expect(shownSettings({})).toEqual({
    SANDBANK_PROFILE: 'sandbox',
    SANDBANK_DATA: 'memory',
    SANDBANK_BANKS_IN_MEMORY: '10000',
    SANDBANK_SETTLEMENT_DELAY: '2000 ms',
    SANDBANK_SIGN_RESPONSES: '0',
    SANDBANK_MTLS: 'off',
  });
});

test('SET-01: what one with every setting shows: of secrets and documents only that they are there', () => {
  const shown = shownSettings({
    profile: 'production',
    data: './folder',
    store: 'postgres://user:secret@db/bank',
    banksInMemory: 7,
    seed: 'seed.yaml',
    settlementDelay: 0,
    signResponses: true,
    httpsPort: 8443,
    mtls: 'require',
    trust: 'PEM',
    publicUrl: 'https://bank.example',
    control: { token: 'secret', allowedHosts: ['one.example', 'two.example'] },
  });
  expect(shown).toEqual({
    SANDBANK_PROFILE: 'production',
    SANDBANK_DATA: './folder',
    SANDBANK_STORE: '✓',
    SANDBANK_BANKS_IN_MEMORY: '7',
    SANDBANK_SEED: '✓',
    SANDBANK_SETTLEMENT_DELAY: '0 ms',
    SANDBANK_SIGN_RESPONSES: '1',
    SANDBANK_HTTPS_PORT: '8443',
    SANDBANK_MTLS: 'require',
    SANDBANK_TRUST: '✓',
    SANDBANK_PUBLIC_URL: 'https://bank.example',
    SANDBANK_CONTROL_TOKEN: '✓',
    SANDBANK_ALLOWED_HOSTS: 'one.example, two.example',
  });
});

test('SET-01: a list without names shows none', () => {
  expect(shownSettings({ control: { allowedHosts: [] } })).not.toHaveProperty(
    'SANDBANK_ALLOWED_HOSTS',
    expect.anything(),
  );
});
