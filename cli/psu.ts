// Requests for a person: the SCA is done where the bank asks for it, and its result is stored for later calls.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { PERSONS } from '../client/test-tpp.ts';
import {
  type Answer,
  askForAccess,
  flowIn,
  headersOf,
  PSU_ADDRESS,
  type Psu,
  psuIn,
  scaRedirect,
  sendFor as sendForPsu,
} from '../client/tpp.ts';
import { defined } from '../server/kernel/defined.ts';
import { openInBrowser } from '../server/open-browser.ts';
import { alone } from './alone.ts';
import { askJson, noneInTime } from './ask-bank.ts';
import type { Terminal } from './command.ts';
import { changePeople, readPeople } from './credentials.ts';
import { environment } from './environment.ts';
import { type RequestArguments, send, type Tpp } from './tpp.ts';

export interface PsuOptions {
  /** A national id, or `nobody`. */
  readonly as?: string;
  readonly context?: string;
  readonly browser?: boolean;
  /** The person is not there. */
  readonly absent?: boolean;
}

const NOBODY = 'nobody';
/** What says that a person is there (HDR-09). */
const ABSENT = { 'TPP-Session-ID': undefined, 'PSU-IP-Address': undefined };
/** The name of who logged in on the real page. */
const IN_BROWSER = 'browser';

export function withPsu(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--as <person>',
        `the person who approves, without a browser: ${Object.keys(PERSONS).join(', ')}, or a national id`,
      )
        .argParser(nationalId)
        .conflicts('browser'),
    )
    .addOption(contextOption())
    .option('--browser', "open the bank's SCA page, and wait until you have approved there");
}

export function contextOption(): Option {
  const option = new Option('--context <context>', 'the person acts in this context');
  return option.choices(['PRIVATE', 'CORPORATE']);
}

/** @param text a name as in the test kit, or the id itself */
export function nationalId(text: string): string {
  if (text === NOBODY || /^\d{11}$/.test(text)) return text;
  const person = Object.entries(PERSONS).find(([name]) => name === text.toLowerCase());
  if (person !== undefined) return person[1];
  const names = Object.keys(PERSONS).join(', ');
  throw new InvalidArgumentError(`Write ${names}, or the 11 digits of a test user.`);
}

/** Sends the request for the person, who approves whatever the bank asks for before it answers. */
export async function sendFor(
  tpp: Tpp,
  request: RequestArguments,
  options: PsuOptions,
): Promise<Answer> {
  const who = await personOf(tpp, request, options);
  if (who === undefined) return send(tpp, request);
  let psu = await known(tpp, who);
  const asked = options.absent
    ? { ...request, headers: { ...ABSENT, ...request.headers } }
    : request;
  return sendForPsu((one) => send(tpp, one), asked, {
    psu: psu && headersOf(psu),
    renew: async (link) => {
      psu = await renew(tpp, who, { link, stale: psu });
      return headersOf(psu);
    },
  });
}

/** What a request for the person has beside its own headers. */
export async function psuHeaders(
  tpp: Tpp,
  request: RequestArguments,
  options: PsuOptions,
): Promise<Record<string, string>> {
  const who = await personOf(tpp, request, options);
  if (who === undefined) return {};
  // Has the SCA done if the bank wants one.
  const url = new URL(`${tpp.base}/v1/accounts`);
  await sendFor(tpp, { method: 'GET', url, headers: {} }, options);
  return headersOf((await known(tpp, who)) ?? (await logIn(tpp, who)));
}

/** `undefined`: the request is for no person, or names the person itself. */
export async function personOf(
  { folder }: Tpp,
  { headers }: Pick<RequestArguments, 'headers'>,
  { as, context, browser }: PsuOptions,
): Promise<PsuOptions | undefined> {
  const named = Object.keys(headers).some((name) => /^(psu-id|x-psu-identity)$/i.test(name));
  if (named || as === NOBODY) return undefined;
  if (as !== undefined || browser) return defined({ as, context, browser });
  const { loggedIn } = await readPeople(folder);
  return loggedIn === undefined ? undefined : personIn(loggedIn);
}

async function known({ folder }: Tpp, who: PsuOptions): Promise<Psu | undefined> {
  return (await readPeople(folder)).known[nameOf(who)];
}

/** The name under which a person is stored. */
export function nameOf({ as = IN_BROWSER, context }: PsuOptions): string {
  return context === undefined ? as : `${as} ${context}`;
}

function personIn(name: string): PsuOptions {
  const [who = '', context] = name.split(' ');
  return { ...(who === IN_BROWSER ? { browser: true } : { as: who }), ...defined({ context }) };
}

/** The person approves the link, or logs in; of several commands at once, one has it done for all. */
async function renew(
  tpp: Tpp,
  who: PsuOptions,
  { link, stale }: { readonly link: string | undefined; readonly stale: Psu | undefined },
): Promise<Psu> {
  const work = () => (link === undefined ? logIn(tpp, who) : approveFor(tpp, link, who));
  // Somebody at the page may take long, and is asked by one command only.
  if (who.browser) return work();
  return alone(tpp.folder, 'login', async () => {
    const now = await known(tpp, who);
    const isRenewed = now !== undefined && now.tppSessionId !== stale?.tppSessionId;
    return isRenewed ? now : work();
  });
}

/** Asks for access to the person's accounts. */
export async function logIn(tpp: Tpp, who: PsuOptions): Promise<Psu> {
  const present = { 'PSU-IP-Address': PSU_ADDRESS };
  const answer = await askForAccess((one) => send(tpp, one), tpp.base, present);
  const link = scaRedirect(answer);
  if (link !== undefined) return approveFor(tpp, link, who);
  const { status } = answer.response;
  throw new Error(`POST ${tpp.base}/v1/bank-offered-consents answered ${status}: ${answer.text}`);
}

/** The person approves what the link is about, and is remembered. */
export async function approveFor(tpp: Tpp, link: string, who: PsuOptions): Promise<Psu> {
  const { base, folder, options, terminal } = tpp;
  const { token } = options;
  const redirect = who.browser
    ? await approveInBrowser(link, { base, token, terminal })
    : await approve(link, { base, token, choice: { nationalId: who.as, context: who.context } });
  const psu = psuIn(redirect);
  if (psu === undefined) {
    const query = new URL(redirect).searchParams;
    throw new Error(`The SCA failed with ${query.get('code')}: ${query.get('message')}`);
  }
  await changePeople(folder, (people) => ({
    ...people,
    known: { ...people.known, [nameOf(who)]: psu },
  }));
  return psu;
}

interface At {
  readonly base: string;
  readonly token: string | undefined;
}

/** The redirect at the end of the SCA, without a browser. */
export async function approve(
  link: string,
  { base, token, choice }: At & { readonly choice: object },
): Promise<string> {
  const address = `${base}/_sandbox/sca/${flowIn(link)}`;
  const body = defined(choice as Record<string, unknown>);
  return (await askJson<{ redirect: string }>(address, { token, body })).redirect;
}

/** The same by a person at the SCA page. */
async function approveInBrowser(
  link: string,
  { base, token, terminal }: At & { readonly terminal: Terminal },
): Promise<string> {
  const { signal } = terminal;
  const at = `${base}/_sandbox/redirects`;
  const { last } = await askJson<{ last: number }>(`${at}?limit=1`, { token });
  terminal.err(`Approve in the browser: ${link}`);
  openInBrowser(link, environment()['BROWSER']);
  terminal.progress?.('Waiting for your approval');
  const next = `${at}/next?scaFlow=${flowIn(link)}&after=${last}&timeout=PT60S`;
  for (let minute = 0; minute < LINK_MINUTES; minute += 1) {
    const caught = await askJson<{ url: string }>(next, { token, signal }).catch(noneInTime);
    if (caught !== undefined) return caught.url;
  }
  throw new Error('Nobody approved. The link is too old now: run the command again.');
}

/** SCA-04 */
const LINK_MINUTES = 15;
