// `sandbank certs`: test certificates from a running bank, as files, and those that the commands keep.
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { CERTIFICATE_VARIANTS } from '../server/signing/certificate-variants.ts';
import {
  askControl,
  type BankOptions,
  bankUrl,
  lists,
  wholeNumber,
  withBank,
} from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type CommonOptions, type Terminal } from './command.ts';
import {
  FILES,
  fetchCredentials,
  keptFolder,
  readCredentials,
  writeCredentials,
} from './credentials.ts';

interface NewOptions extends BankOptions {
  readonly out: string;
  readonly type?: string;
  readonly roles?: string;
  readonly organisationId?: string;
  readonly name?: string;
  readonly validDays?: number;
  readonly variant?: string;
}

const MOST_DAYS = 3650;

export function define(command: Command, terminal: Terminal): void {
  command.addHelpText(
    'after',
    `
Without a command it lists the certificates that call, pay, sign and login keep in
~/.cache/sandbank, or in the folder sandbank of XDG_CACHE_HOME.

Examples:
  sandbank certs new --out ./tpp --name 'My TPP AS'
  sandbank certs seen`,
  );
  lists(command, 'certificates that are stored', async (options: CommonOptions) => {
    const stored = await storedCertificates();
    const rows = stored.map(({ folder, subject, validTo }) => [
      folder,
      subject,
      `until ${validTo}`,
    ]);
    const text = rows.length === 0 ? 'No certificate is stored yet.' : columns(rows);
    answer(terminal, options, { certificates: stored }, text);
  });
  defineSeen(command, terminal);
  withBank(command.command('new'))
    .description(`get a certificate and write ${Object.values(FILES).join(', ')}`)
    .option('--out <folder>', 'where to write; files that are there are not replaced', '.')
    .addOption(
      new Option('--type <type>', 'to sign requests, or for TLS clients').choices([
        'QSealC',
        'QWAC',
      ]),
    )
    .option('--roles <list>', 'PSD2 roles, comma-separated (default: PSP_AI,PSP_PI)')
    .option('--organisation-id <id>', 'for instance PSDNO-FSA-987654321')
    .option('--name <name>', "the organisation's name")
    .option('--valid-days <n>', 'default 365', wholeNumber(1, MOST_DAYS))
    .addOption(
      new Option('--variant <name>', 'one thing wrong, for negative tests').choices(
        CERTIFICATE_VARIANTS,
      ),
    )
    .action(async (_options, self: Command) => {
      const options = self.optsWithGlobals<NewOptions>();
      const { type, roles, organisationId, name, validDays, variant, out, token } = options;
      refuseToReplace(out);
      const issued = await fetchCredentials(
        bankUrl(options),
        {
          ...(roles === undefined ? {} : { roles: roles.split(',').map((role) => role.trim()) }),
          ...defined({ type, organisationId, name, validDays, variant }),
        },
        token,
      );
      await writeCredentials(out, issued);
      const text = `${Object.values(FILES).join(', ')} written to ${out}\nkeyId ${issued.keyId}`;
      answer(terminal, options, { folder: out, keyId: issued.keyId }, text);
    });
}

/** A key that is replaced is gone. */
function refuseToReplace(folder: string): void {
  const taken = Object.values(FILES)
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (taken === undefined) return;
  throw new Error(`${taken} is there already, and stays. Name another folder: --out FOLDER.`);
}

interface Seen {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly status: string;
  readonly notAfter: string;
}

function defineSeen(command: Command, terminal: Terminal): void {
  withBank(command.command('seen'))
    .description('list the certificates that the bank has seen and issued since it was started')
    .action(async (_options, self: Command) => {
      const options = self.optsWithGlobals<BankOptions>();
      const list = await askControl<{ certificates: readonly Seen[] }>(options, 'certificates');
      const rows = list.certificates.map(({ id, status, notAfter, organisationId, name }) => [
        ...[id, status, `until ${notAfter.slice(0, 10)}`, organisationId, name],
      ]);
      const text = rows.length === 0 ? 'The bank has seen no certificate yet.' : columns(rows);
      answer(terminal, options, list, text);
    });
  withBank(command.command('revoke <id>'))
    .description('revoke a certificate of the test CA, for all banks of the server')
    .action(async (id: string, _options, self: Command) => {
      const options = self.optsWithGlobals<BankOptions>();
      await askControl(options, `certificates/${encodeURIComponent(id)}`, { method: 'DELETE' });
      const text = `Revoked ${id}. Its requests are 403 FORBIDDEN from now on.`;
      answer(terminal, options, { revoked: id }, text);
    });
}

async function storedCertificates() {
  const all = keptFolder();
  const names = await readdir(all).catch(() => []);
  const stored = await Promise.all(
    names.map(async (name) => {
      const folder = join(all, name);
      const stored = await readCredentials(folder).catch(() => undefined);
      if (stored === undefined) return [];
      const { subject, validTo } = new X509Certificate(stored.certificate);
      const organisation = /^O=(.*)/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
      return [{ folder, subject: organisation, validTo: new Date(validTo).toISOString() }];
    }),
  );
  return stored.flat();
}
