// A few RSA key pairs made ahead, so that asking for a certificate does not wait for one.
import { atMost } from '../kernel/at-most.ts';
import { generateRsa, type KeyPair } from './key-pair.ts';

/**
 * Making a key keeps a core busy for some 150 ms. The answer that has just got one goes first: on a small or busy
 * machine it would take twice as long beside the next key. In ms.
 */
const REFILL_DELAY = 50;

/** Keys that are made at a time. Node has four threads for them and for the disk, where writes are waited for. */
const ABREAST = 2;
const WEAK = 1024;

export interface KeyPool {
  /** A pair from the stock, else a fresh one; the stock is made up again in the background. */
  take(): Promise<KeyPair>;
  /** A fresh pair that is too short for use. */
  weak(): Promise<KeyPair>;
  /** Fills the stock, one pair after the other, until it is full or `stop` is called. */
  fill(): Promise<void>;
  /** No further pairs are made ahead; `take` keeps working. */
  stop(): void;
}

export function createKeyPool(size: number, make: () => Promise<KeyPair> = generateRsa): KeyPool {
  const stock: KeyPair[] = [];
  let filling: Promise<void> | undefined;
  let stopped = false;
  const turn = atMost(ABREAST);

  const makeUp = async () => {
    while (!stopped && stock.length < size) stock.push(await turn(make));
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
      const pair = stock.shift() ?? (await turn(make));
      // What fails here fails again, and is heard, where a pair is needed.
      setTimeout(() => fill().catch(() => undefined), REFILL_DELAY).unref();
      return pair;
    },
    weak: () => turn(() => generateRsa(WEAK)),
    stop() {
      stopped = true;
    },
  };
}
