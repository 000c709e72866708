// When the rows of a bank were last saved as a snapshot, and whose ids they have (CTRL-04). It is a setting, so
// every snapshot has it, and every bank that is restored from one; initialize takes it away.
import { setting } from './tables.ts';

interface Saved {
  /** Bank time in ms. */
  readonly at?: number;
  readonly idScope?: string;
}

export const SAVED = 'saved';

export const { read: readSaved, write: writeSaved } = setting<Saved>(SAVED, {});
