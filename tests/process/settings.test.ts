// The settings of a process (SET-01), from the environment to the exit status.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { readConfig, SettingError } from '../../server/composition/config.ts';
import { createSandbank, type SandbankOptions } from '../../server/sandbank.ts';
import { runBank, startBank } from '../support/control-process.ts';
import { send } from '../support/http.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';
import { closeServer, listen, portOf } from '../support/tpp-server.ts';

const folder = testFolder();
const file = filesIn(folder);

test.each([
  ['prot', { prot: 1 }],
  ['data ', { 'data ': 'memory' }],
  ['inspectors', { inspectors: undefined }],
  ['toString', { toString: 1 }],
  ['control.tokne', { control: { allowedHosts: [], tokne: 'secret' } }],
])('SET-01: the unknown option %s is refused by its name', async (name, options) => {
  const started = createSandbank(options as SandbankOptions);
  await expect(started).rejects.toThrow(`${name}: unknown option; known are `);
  await expect(started).rejects.toThrow(SettingError);
  await expect(started).rejects.not.toThrow(/secret/);
});

test.each<[object, string]>([
  [{ port: '8080x' }, 'port: "8080x" is not a port number'],
  [{ httpsPort: 70_000 }, 'httpsPort: 70000 is not a port number'],
  [{ port: 9, httpsPort: 9 }, 'httpsPort: 9 is the port for plain HTTP too'],
  [{ host: 1 }, 'host: 1 is not a text of some letters'],
  [{ mtls: 'on' }, 'mtls: "on" is not one of off, request, require'],
  [{ store: 'https://u:secret@db/x' }, 'store: it is not an address like postgres://'],
  [{ banksInMemory: 0 }, 'banksInMemory: 0 is not a number of banks'],
  [{ settlementDelay: 'PT2S' }, 'settlementDelay: "PT2S" is not a number of milliseconds'],
  [{ settlementDelay: -1 }, 'settlementDelay: -1 is not'],
  [{ profile: 'Production' }, 'profile: "Production" is not one of sandbox, production'],
  [{ signResponses: '0' }, 'signResponses: "0" is neither true nor false'],
  [{ inspector: 'no' }, 'inspector: "no" is neither'],
  [{ publicUrl: 'foo' }, 'publicUrl: "foo" is not an http or https address'],
  [{ seed: 7 }, 'seed: 7 is neither a path nor a document'],
  [{ keysAhead: 1.5 }, 'keysAhead: 1.5 is not a number of keys'],
  [{ makeKey: {} }, 'makeKey: the value is not a function'],
  [{ log: 'loud' }, 'log: "loud" is not an object with the functions debug, info, warn, error'],
  [{ control: 'open' }, 'control: "open" is not an object'],
  [{ control: { token: '' } }, 'control.token: it is not a text of some letters'],
  [{ control: { allowedHosts: 'bank.example' } }, 'control.allowedHosts: "bank.example" is not'],
  [{ control: { allowedHosts: ['http://x'] } }, 'control.allowedHosts: the value is not a list'],
  [{ host: '' }, 'host: "" is not a text of some letters'],
  [{ log: { debug: 1, info: 1, warn: 1, error: 1 } }, 'log: the value is not an object with'],
  [{ clock: new Date() }, 'clock: the value is not an object with options'],
  [{ repeatable: 'x'.repeat(201) }, 'is not a text of 1 to 200 letters'],
  [{ host: '0.0.0.0' }, 'control.token: HOST 0.0.0.0 is not loopback, so the control API needs a'],
  [{ host: '0.0.0.0', control: { open: false } }, 'control.token: HOST 0.0.0.0 is not loopback'],
  [{ control: { open: 'yes' } }, 'control.open: "yes" is neither true nor false'],
  [null as unknown as object, 'options: the value is not an object with options'],
  ['x' as unknown as object, 'options: "x" is not an object with options'],
  [{ clock: { frozen: 'yes' } }, 'clock.frozen: "yes" is neither true nor false'],
])('SET-01: createSandbank(%j) is refused', async (options, text) => {
  const started = createSandbank(options as SandbankOptions);
  await expect(started).rejects.toThrow(text);
  await expect(started).rejects.toThrow(SettingError);
  await expect(started).rejects.not.toThrow(/secret/);
});

test('SET-01: an option that is undefined is not set, and a slash ends no address', async () => {
  const options: object = { port: undefined, publicUrl: 'https://bank.example/psd2/' };
  const sandbank = await createSandbank(options);
  const { text } = await send({ method: 'GET', url: `${sandbank.url}/docs` });
  await sandbank.close();
  expect(text).toContain('curl -X POST https://bank.example/psd2/_sandbox/reset');
});

test.each([{ token: 'secret' }, { open: true }])(
  'CTRL-10: createSandbank listens elsewhere with %j',
  async (control) => {
    const sandbank = await createSandbank({ host: '0.0.0.0', control });
    await sandbank.close();
    expect(sandbank.url).toMatch(/^http:/);
  },
);

test('WEB-03: hosts in one text of a list are hosts each', async () => {
  const allowedHosts = ['a.example, b.example', '[::2]'];
  const sandbank = await createSandbank({ control: { allowedHosts } });
  const url = `${sandbank.url}/_sandbox/clock`;
  const statuses = [];
  for (const host of ['a.example', 'b.example:80', '[::2]', 'c.example']) {
    statuses.push((await send({ method: 'GET', url, headers: [['Host', host]] })).status);
  }
  await sandbank.close();
  expect(statuses).toEqual([200, 200, 200, 403]);
});

test('SET-01: without a log, what breaks inside is on standard error, and nothing else', async () => {
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((line) => {
    written.push(String(line));
    return true;
  });
  const onRequest = (): never => {
    throw new Error('broken on purpose');
  };
  const sandbank = await createSandbank({ onRequest });
  await send({ method: 'GET', url: `${sandbank.url}/v1/accounts` });
  await sandbank.close();
  write.mockRestore();
  const lines = written.filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'onRequest failed', err: { message: 'broken on purpose' } },
  ]);
});

test('SET-01: without any, the bank is for this machine alone and keeps ./data', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    data: './data',
    banksInMemory: 10_000,
    settlementDelay: 2_000,
    open: false,
    profile: 'sandbox',
    allowedHosts: [],
    log: 'info',
  });
});

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{}, { mtls: 'off' }],
  [{ SANDBANK_HTTPS_PORT: '8443' }, { httpsPort: 8443 }],
  [
    { SANDBANK_HTTPS_PORT: '0', SANDBANK_MTLS: 'require' },
    { httpsPort: 0, mtls: 'require' },
  ],
  [{ SANDBANK_DATA: 'memory' }, { data: 'memory' }],
  [{ SANDBANK_DATA: '/srv/bank' }, { data: '/srv/bank' }],
  [{ SANDBANK_BANKS_IN_MEMORY: '500' }, { banksInMemory: 500 }],
  [{ SANDBANK_SETTLEMENT_DELAY: 'PT0S' }, { settlementDelay: 0 }],
  [{ SANDBANK_SETTLEMENT_DELAY: 'PT1M30S' }, { settlementDelay: 90_000 }],
  [{ SANDBANK_SETTLEMENT_DELAY: 'PT0.0005S' }, { settlementDelay: 1 }],
  [{ SANDBANK_SETTLEMENT_DELAY: 'P1D' }, { settlementDelay: 86_400_000 }],
  [{ SANDBANK_CONTROL_TOKEN: 'x y' }, { token: 'x y', open: false }],
  [{ SANDBANK_CONTROL: 'open' }, { open: true }],
  [
    { SANDBANK_ALLOWED_HOSTS: 'a.example, my_bank,blåbær.example,[::1],' },
    { allowedHosts: ['a.example', 'my_bank', 'blåbær.example', '[::1]'] },
  ],
  [{ SANDBANK_PUBLIC_URL: 'https://bank.example/' }, { publicUrl: 'https://bank.example' }],
  [{ SANDBANK_PUBLIC_URL: 'http://b.example:81/x' }, { publicUrl: 'http://b.example:81/x' }],
  [{ SANDBANK_TRUST: '/etc/trust.pem' }, { trust: '/etc/trust.pem' }],
  [{ SANDBANK_PROFILE: 'production' }, { profile: 'production' }],
  [{ SANDBANK_LOG: 'silent' }, { log: 'silent' }],
  [{ SANDBANK_LOG_FORMAT: 'text' }, { logFormat: 'text' }],
  // Compose files set what is not set to nothing.
  [
    { SANDBANK_DATA: '', SANDBANK_CONTROL_TOKEN: '', PORT: '' },
    { data: './data', port: 8080 },
  ],
  [{ SANDBAN: 'x', sandbank_data: 'y', NODE_ENV: 'test' }, { data: './data' }],
])('SET-01: reading them: %j', (environment, config) => {
  expect(readConfig(environment)).toMatchObject(config);
});

const bad: Readonly<Record<string, readonly string[]>> = {
  PORT: ['http', '65536', '-1', '80.5', '0x50', ' 80'],
  // The last is the PORT where none is set.
  SANDBANK_HTTPS_PORT: ['https', '65536', '8080'],
  // Without an HTTPS port the last two would refuse every request, or ask for nothing.
  SANDBANK_MTLS: ['on', 'require', 'request'],
  SANDBANK_BANKS_IN_MEMORY: ['0', '-1', '1.5', 'many', '1e4'],
  SANDBANK_SETTLEMENT_DELAY: ['2', 'PT', '-PT2S', 'P1M'],
  SANDBANK_CONTROL: ['yes', 'OPEN'],
  SANDBANK_ALLOWED_HOSTS: ['http://a.example', 'a.example,b.example:80', '*', '::1', 'a b', '[x]'],
  SANDBANK_PUBLIC_URL: ['b.example', 'ftp://b.example', 'https://b.example?x=1', 'https://'],
  SANDBANK_PROFILE: ['Production'],
  SANDBANK_LOG: ['loud'],
  SANDBANK_LOG_FORMAT: ['Text', 'pretty'],
  SANDBANK_UNHEARD_OF: ['x', ''],
  SANDBANK_: ['x'],
  SANDBANK_Data: ['x'],
};
const rows = Object.entries(bad).flatMap(([name, values]) => values.map((value) => [name, value]));
test.each(rows as [string, string][])(
  'SET-01: reading them: %s=%s is refused and named',
  (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(`${name}:`);
  },
);

test('SET-01: reading them: a refusal never shows the token', () => {
  const read = () => readConfig({ SANDBANK_CONTROL_TOKEN: 'sesame', SANDBANK_CONTROL: 'shut' });
  expect(read).toThrow(/^(?!.*sesame).*SANDBANK_CONTROL:/);
});

const memory = { SANDBANK_DATA: 'memory', PORT: '0' };

test.each([
  ['an unknown setting', { SANDBANK_COLOUR: 'red' }, 'SANDBANK_COLOUR'],
  ['a trust bundle that is not there', { SANDBANK_TRUST: '/nowhere/trust.pem' }, 'SANDBANK_TRUST'],
  [
    'a trust bundle with a damaged certificate',
    {
      SANDBANK_TRUST: file(
        'cut.pem',
        '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      ),
    },
    'SANDBANK_TRUST: .*certificate 1 of the trust bundle cannot be read',
  ],
  [
    'a trust bundle without certificate',
    { SANDBANK_TRUST: file('no.pem', 'hello') },
    'SANDBANK_TRUST',
  ],
])('SET-01: %s ends it with 2 and is named on standard error', async (_, settings, name) => {
  const ended = await runBank({ ...memory, ...settings });
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(new RegExp(`^sandbank: ${name}: [^\n]+\n$`));
});

test('SET-01: a port in use, or a data folder that is a file, ends it with 1 and a sentence', async () => {
  const server = await listen(() => undefined);
  const PORT = String(portOf(server));
  const ended = await runBank({ ...memory, PORT });
  const tls = await runBank({ ...memory, SANDBANK_HTTPS_PORT: PORT });
  await closeServer(server);
  expect([tls.code, tls.stderr]).toEqual([1, expect.stringContaining('SANDBANK_HTTPS_PORT=')]);
  expect(tls.stderr).not.toContain('npm start');
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`Port ${PORT} is in use`);
  expect(ended.stderr).toContain(`sandbank serve --port ${(Number(PORT) % 65_535) + 1}`);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  const path = file('not-a-folder', 'x');
  const other = await runBank({ ...memory, SANDBANK_DATA: path });
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(path);
  expect(other.stderr).not.toMatch(/^\s+at /m);
});

test('DUR-06: a damaged data folder ends it with 1, and the command that saves what is readable', async () => {
  const path = join(folder, 'damaged');
  mkdirSync(path);
  writeFileSync(join(path, 'default.json'), '{');
  const ended = await runBank({ ...memory, SANDBANK_DATA: path });
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toContain(join(path, 'default.json'));
  expect(ended.stderr).toMatch(/\nsandbank: nothing was changed[.] sandbank recover .*\n$/);
});

test('SET-01: address, folder, links and log are as told', async () => {
  const data = join(folder, 'kept');
  const bank = await startBank({
    PORT: '0',
    SANDBANK_DATA: data,
    SANDBANK_PUBLIC_URL: 'https://bank.example/sandbox',
    SANDBANK_LOG: 'silent',
  });
  try {
    expect(bank.output()).toContain(`stored in ${data}`);
    expect(bank.output()).not.toContain('TLS');
    expect((await send({ method: 'GET', url: `${bank.url}/health` })).status).toBe(200);
    const home = await send({ method: 'GET', url: `${bank.url}/` });
    expect(home.text).toContain('https://bank.example/sandbox');
  } finally {
    const { stdout } = await bank.end('SIGTERM');
    expect(stdout).not.toContain('"level"');
  }
});
