// Whether a client is still there.
import type { ServerResponse } from 'node:http';

/** Aborted when either side closes the connection, or the client has ended its own: it may be gone. */
export function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort();
  const { socket } = response.req;
  if (socket.readableEnded || socket.destroyed || response.destroyed) {
    abort();
    return gone.signal;
  }
  socket.once('end', abort);
  response.once('close', () => {
    socket.off('end', abort);
    abort();
  });
  return gone.signal;
}
