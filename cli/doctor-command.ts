// `sandbank doctor`: everything that must be right before a request gets an answer, one line each.
import { X509Certificate } from 'node:crypto';
import type { Command } from 'commander';
import { scaRedirect } from '../client/tpp.ts';
import { askBank, askJson, parseJson } from './ask-bank.ts';
import { bankUrl, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';
import { readCredentials, readPeople } from './credentials.ts';
import { packageVersion } from './package-version.ts';
import { openTpp, send, type TppOptions, withCredentials } from './tpp.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, and what to do if it is not right. */
  readonly text: string;
}

type Check = (options: TppOptions, terminal: Terminal) => Promise<string>;

/** In the order in which they can fail; each needs those before it. Throws Error where it fails. */
const CHECKS: Readonly<Record<string, Check>> = {
  'this program': async () => `sandbank ${packageVersion()} on Node ${process.versions.node}`,
  'the bank answers': checkHealth,
  'the clocks agree': checkClocks,
  'the control API is open to you': checkControl,
  'a certificate is there': checkCertificate,
  'a signed request is accepted': checkRequest,
};

export function define(command: Command, terminal: Terminal): void {
  withCredentials(withBank(command))
    .addHelpText(
      'after',
      '\nExit code 1 if something is wrong.\n\nExample:\n  sandbank doctor --bank job-7',
    )
    .action(async (options: TppOptions) => {
      const findings: Finding[] = [];
      for (const [check, examine] of Object.entries(CHECKS)) {
        const finding = await examine(options, terminal).then(
          (text) => ({ check, ok: true, text }),
          (error: Error) => ({ check, ok: false, text: error.message }),
        );
        findings.push(finding);
        if (!finding.ok) break;
      }
      const ok = findings.every((finding) => finding.ok);
      const lines = findings.map((one) => `${one.ok ? '✓' : '✗'} ${one.check}: ${one.text}`);
      answer(terminal, options, { ok, findings }, lines.join('\n'));
      if (!ok) terminal.exitCode = 1;
    });
}

/** One for all banks of the process. */
const healthOf = ({ url }: TppOptions): string => `${url.replace(/\/banks\/[^/]+$/, '')}/health`;

async function checkHealth(options: TppOptions): Promise<string> {
  const { url } = options;
  const text = await askBank(healthOf(options), {});
  const { status } = (parseJson(text) ?? {}) as { status?: string };
  if (status === 'up') return url;
  throw new Error(
    `Something else answers at ${url}. Start the bank on another port: sandbank serve --port 8081.`,
  );
}

/** SIG-11: what Date may be off. */
const MOST_SECONDS = 60;

async function checkClocks(options: TppOptions): Promise<string> {
  const response = await fetch(healthOf(options));
  const theirs = Date.parse(response.headers.get('date') ?? '');
  const seconds = Math.round(Math.abs(theirs - Date.now()) / 1000);
  if (seconds <= MOST_SECONDS) return `${seconds} s apart`;
  throw new Error(
    `They are ${seconds} s apart, so every Date is refused. Set the clock of this machine.`,
  );
}

async function checkControl(options: TppOptions): Promise<string> {
  const address = `${bankUrl(options)}/_sandbox/clock`;
  const clock = await askJson<{ now: string; frozen: boolean }>(address, { token: options.token });
  return `the bank's time is ${clock.now}${clock.frozen ? ', and is frozen' : ''}`;
}

async function checkCertificate(options: TppOptions, terminal: Terminal): Promise<string> {
  const { folder } = await openTpp(bankUrl(options), options, terminal);
  const { validTo } = new X509Certificate((await readCredentials(folder)).certificate);
  return `${folder}, until ${new Date(validTo).toISOString()}`;
}

async function checkRequest(options: TppOptions, terminal: Terminal): Promise<string> {
  const tpp = await openTpp(bankUrl(options), options, terminal);
  const url = new URL(`${tpp.base}/v1/accounts`);
  const got = await send(tpp, { method: 'GET', url, headers: {} });
  const verdict = got.response.headers.get('sandbank-verdict') ?? '';
  if (got.response.status === 403 && /no client certificate/.test(got.text)) {
    throw new Error(
      'The bank requires a QWAC (SANDBANK_MTLS=require), and no command presents one: a TLS client of yours ' +
        'must send (docs/tls.md). For the commands, start the bank with SANDBANK_MTLS=request.',
    );
  }
  if (scaRedirect(got) === undefined) {
    throw new Error(
      `GET ${url.href} answered ${got.response.status}. Why: ${new URL(verdict, url).href}`,
    );
  }
  const { loggedIn = 'nobody' } = await readPeople(tpp.folder);
  return `${loggedIn} is logged in. Next: sandbank call GET /v1/accounts --as jonas`;
}
