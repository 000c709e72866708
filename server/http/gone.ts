// Whether a client is still there. Requests that were sent at once, one behind the other, share a connection, and only
// the first of their answers hears of its end: so the connection is listened to, once for all of them.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of the requests of a connection that are not answered yet. */
const unanswered = new WeakMap<Socket, Set<AbortController>>();

/** Aborted when either side closes the connection, or the client has ended its own: it may be gone. */
export function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const { socket } = response.req;
  if (socket.readableEnded || socket.destroyed || response.destroyed) {
    gone.abort();
    return gone.signal;
  }
  const all = unanswered.get(socket) ?? listenTo(socket);
  all.add(gone);
  response.once('close', () => {
    all.delete(gone);
    gone.abort();
  });
  return gone.signal;
}

function listenTo(socket: Socket): Set<AbortController> {
  const all = new Set<AbortController>();
  const abort = () => {
    for (const gone of all) gone.abort();
  };
  socket.once('end', abort);
  socket.once('close', abort);
  unanswered.set(socket, all);
  return all;
}
