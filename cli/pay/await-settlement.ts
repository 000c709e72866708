// From the approval of a payment to its last status: time passes, or the bank's clock is moved.
import { askJson, noneInTime } from '../ask-bank.ts';
import type { Tpp } from '../tpp.ts';

interface Settlement {
  readonly paymentId: string;
  /** Asks the bank. */
  readonly status: () => Promise<string>;
  readonly mayMove: boolean;
  readonly say: (text: string) => void;
}

const UNDER_WAY = ['PDNG', 'ACTC', 'ACWC', 'ACSP', 'ACWP'];

/** Longer than a bank takes from one status to the next, unless SANDBANK_SETTLEMENT_DELAY says otherwise. */
const PATIENCE = 'PT10S';

/** The status in which the payment stays. */
export async function settle(tpp: Tpp, settlement: Settlement): Promise<string> {
  const { status, mayMove, say } = settlement;
  const { base, options, terminal } = tpp;
  const { token } = options;
  const isOver = async () => !UNDER_WAY.includes(await status());
  if (await isOver()) return status();
  terminal.progress?.('Waiting for the settlement');
  const { frozen } = await askJson<{ frozen: boolean }>(`${base}/_sandbox/clock`, { token });
  if (!frozen && (await settlesByItself(tpp, settlement.paymentId, isOver))) return status();
  if (!mayMove) return status();
  for (const by of frozen ? ['PT5S', 'P1D'] : ['P1D']) {
    const address = `${base}/_sandbox/clock/advance`;
    const { now } = await askJson<{ now: string }>(address, { token, body: { by } });
    say(`Moved     the bank's clock by ${by}, to ${now}`);
    if (await isOver()) break;
  }
  return status();
}

/** Waits as long as the bank goes on. */
async function settlesByItself(
  { base, options: { token } }: Tpp,
  paymentId: string,
  isOver: () => Promise<boolean>,
): Promise<boolean> {
  const address = `${base}/_sandbox/events/next?type=paymentSettled&paymentId=${paymentId}`;
  let after = 0;
  for (;;) {
    const next = `${address}&after=${after}&timeout=${PATIENCE}`;
    const event = await askJson<{ number: number }>(next, { token }).catch(noneInTime);
    if (event === undefined) return false;
    if (await isOver()) return true;
    after = event.number;
  }
}
