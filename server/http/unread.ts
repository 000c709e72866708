// Answers that wait in memory because their clients do not read them: for so long, and so much of them.
import type { ServerResponse } from 'node:http';

/** Milliseconds in which a client must have read something. */
const PATIENCE = 30_000;
/** Bytes of all answers; the one that waits longest goes, however large the latest is. */
const MOST = 256 * 1024 * 1024;

/** To be called with each answer that has ended. A client that does not read its answer loses its connection. */
export function createUnread(patience = PATIENCE, most = MOST): (response: ServerResponse) => void {
  const waiting = new Map<ServerResponse, number>();
  let size = 0;
  const leave = (response: ServerResponse): void => {
    size -= waiting.get(response) ?? 0;
    waiting.delete(response);
  };
  return (response) => {
    const length = response.writableLength;
    if (length === 0 || response.destroyed) return;
    waiting.set(response, length);
    size += length;
    response.once('close', () => leave(response));
    // Starts anew whenever some of it has left.
    response.setTimeout(patience, () => response.destroy());
    for (const [oldest] of waiting) {
      if (size <= most || oldest === response) return;
      leave(oldest);
      oldest.destroy();
    }
  };
}
