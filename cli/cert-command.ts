// `sandbank cert`: a test certificate from a running bank, as files.

import { parseArgs } from 'node:util';
import { defined } from '../server/kernel/defined.ts';
import type { Command } from './command.ts';
import { FILES, fetchCredentials, writeCredentials } from './credentials.ts';

export const certCommand: Command = {
  name: 'cert',
  summary: 'get a test certificate from a running bank',
  help: `Usage: sandbank cert [--url URL] [--out FOLDER] [options]

Asks a running bank for a test certificate and writes ${Object.values(FILES).join(', ')}.

  --url URL              the bank's address, with /banks/NAME if wanted
                         (default http://127.0.0.1:8080)
  --out FOLDER           where to write (default .)
  --type NAME            QSealC, to sign requests (default), or QWAC, for TLS clients
  --roles LIST           PSD2 roles, comma-separated (default PSP_AI,PSP_PI)
  --organisation-id ID   for instance PSDNO-FSA-987654321
  --name NAME            the organisation's name
  --valid-days N         default 365
  --variant NAME         one thing wrong, for negative tests: expired, not-yet-valid, wrong-role,
                         no-psd2, unknown-ca, weak-key, revoked
  --token TOKEN          the bank's control token, if it has one`,
  async run(args, output) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:8080' },
        out: { type: 'string', default: '.' },
        type: { type: 'string' },
        roles: { type: 'string' },
        'organisation-id': { type: 'string' },
        name: { type: 'string' },
        'valid-days': { type: 'string' },
        variant: { type: 'string' },
        token: { type: 'string' },
      },
    });
    const { type, roles, name, variant, url, out, token } = values;
    const organisationId = values['organisation-id'];
    const validDays = values['valid-days'];
    const request = {
      ...(roles === undefined ? {} : { roles: roles.split(',').map((role) => role.trim()) }),
      ...defined({ organisationId, name }),
      ...(validDays === undefined ? {} : { validDays: Number(validDays) }),
      ...defined({ type, variant }),
    };
    const issued = await fetchCredentials(url, request, token);
    await writeCredentials(out, issued);
    output.out(`${Object.values(FILES).join(', ')} written to ${out}\nkeyId ${issued.keyId}`);
    return 0;
  },
};
