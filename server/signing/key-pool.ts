// A few RSA key pairs made ahead, so that asking for a certificate does not wait for one.
import { generateRsa, type KeyPair } from './key-pair.ts';

/**
 * Making a key keeps a core busy for some 150 ms. The answer that has just got one goes first: on a small or busy
 * machine it would take twice as long beside the next key. In ms.
 */
const REFILL_DELAY = 50;

export interface KeyPool {
  /** A pair from the stock, else a fresh one; the stock is made up again in the background. */
  take(): Promise<KeyPair>;
  /** Fills the stock, one pair after the other, until it is full or `stop` is called. */
  fill(): Promise<void>;
  /** No further pairs are made ahead; `take` keeps working. */
  stop(): void;
}

export function createKeyPool(size: number, make: () => Promise<KeyPair> = generateRsa): KeyPool {
  const stock: KeyPair[] = [];
  let filling: Promise<void> | undefined;
  let stopped = false;

  const makeUp = async () => {
    while (!stopped && stock.length < size) stock.push(await make());
  };
  const fill = () => {
    filling ??= makeUp().finally(() => {
      filling = undefined;
    });
    return filling;
  };
  return {
    fill,
    async take() {
      const pair = stock.shift() ?? (await make());
      // What fails here fails again, and is heard, where a pair is needed.
      setTimeout(() => fill().catch(() => undefined), REFILL_DELAY).unref();
      return pair;
    },
    stop() {
      stopped = true;
    },
  };
}
