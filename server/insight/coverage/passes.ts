// Which rules a request exercises by going well (CTRL-08). An operation answers for its rules; where one is
// about a case that not every success is, the success counts only if the exchange shows that case.
import type { Operation } from '../../bank/banks/operation.ts';
import { FIXES } from '../../protocol/fixes.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Glance } from './glance.ts';

/** What a bank is, beyond what its exchanges show. */
export interface CoverageScene {
  readonly profile: Profile;
  /** Creditors' names that lead a payment to a status (MAGIC-01). */
  readonly magicNames: ReadonlySet<string>;
}

/** The rules that the exchange passed, none where it was refused. */
export type PassedRules = (glance: Glance) => readonly string[];

/** @param operations rows of the interface; asked for once, when the first exchange comes */
export function passedRules(
  operations: () => readonly Operation[],
  scene: CoverageScene,
): PassedRules {
  let rulesOf: ReadonlyMap<string, readonly string[]> | undefined;
  return (glance) => {
    const { operation, answer } = glance.exchange;
    if (operation === undefined || answer.status >= 400) return NONE;
    rulesOf ??= new Map(operations().map(({ id, rules }) => [id, rules]));
    const rules = rulesOf.get(operation) ?? NONE;
    return rules.filter((rule) => CONDITIONS.get(rule)?.(glance, scene) ?? true);
  };
}

const NONE: readonly string[] = [];

type Condition = (glance: Glance, scene: CoverageScene) => boolean;

/** A request that goes well shows nothing of it, or nothing that could be told from the exchange alone. */
const onlyRefused: Condition = () => false;

const psuAbsent: Condition = ({ headers }) => headers.psuIpAddress === undefined;

/** Rules that are not here are passed by every success of their operations. */
const CONDITIONS: ReadonlyMap<string, Condition> = new Map<RuleId, Condition>([
  // An empty list shows none.
  ['ACC-04', ({ exchange }) => exchange.answer.body.bytes.includes('"transactionAmount"')],
  ['ACC-06', psuAbsent],
  ['ACC-07', psuAbsent],
  [
    'ACC-08',
    ({ exchange }, { profile }) => profile === 'production' && asksPending(exchange.target),
  ],
  // By the bank's clock alone nobody sees that a fix holds.
  ['ACC-09', ({ headers: { acceptFix = '' } }) => namesFix(acceptFix)],
  // Reading a basket that still waits is neither its approval nor its deletion.
  ['BASK-02', ({ exchange }) => exchange.method !== 'GET' || settled(exchange.answer.body.bytes)],
  ['MAGIC-01', ({ exchange }, { magicNames }) => namesCreditor(exchange.body.bytes, magicNames)],
  // Whether the creditor has a KID agreement, or the payment was made before, only the bank knows.
  ['PAY-05', onlyRefused],
  // In single SCA the account is looked at when the PSU approves.
  ['PAY-06', ({ headers }) => (headers.psuId ?? headers.psuIdentity) !== undefined],
  [
    'PAY-07',
    ({ exchange }) => /"(?:requestedExecution|start)Date"/.test(latin1(exchange.body.bytes)),
  ],
  ['PAY-08', onlyRefused],
  ['PAY-15', onlyRefused],
  ['PAY-17', ({ exchange }) => exchange.method !== 'GET'],
  ['PAY-18', onlyRefused],
]);

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/** Pending transactions, of a window or not more than so many. */
function asksPending(target: string): boolean {
  const query = new URLSearchParams(target.slice(target.indexOf('?') + 1));
  const windowed = ['dateFrom', 'dateTo', 'limit'].some((name) => query.has(name));
  return windowed && query.get('bookingStatus') !== 'booked';
}

const FIX_NAMES: ReadonlySet<string> = new Set(FIXES.map(({ name }) => name));

const namesFix = (list: string): boolean =>
  list.split(',').some((name) => FIX_NAMES.has(name.trim()));

const settled = (body: Buffer): boolean =>
  /"transactionStatus":"(?!RCVD)|"scaStatus":"finalised"/.test(latin1(body));

function namesCreditor(body: Buffer, names: ReadonlySet<string>): boolean {
  for (const [, name = ''] of latin1(body).matchAll(/"creditorName"\s*:\s*"([^"\\]*)"/g)) {
    if (names.has(name)) return true;
  }
  return false;
}
