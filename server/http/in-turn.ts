// A client may send requests on a connection before it has the answers to earlier ones. Node hands all of them over at
// once, and holds their answers: of some kB of requests for something large, they would fill the memory. So each is
// begun when the answer before it has left.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests that wait, from which on a connection is not read any further until they are begun. Meanwhile nothing says
 * that its client has gone: so it is more than most clients send.
 */
const MANY = 128;

export function createTurns() {
  const waiting = new WeakMap<Socket, number>();
  const hold = (socket: Socket): void => {
    if ((waiting.get(socket) ?? 0) >= MANY) socket.pause();
  };
  /** Begins a request now, or when the one before it on the connection is answered; never if the connection is gone. */
  return (request: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    // Node gives a response its socket when the one before it is done.
    if (response.socket !== null) {
      begin();
      return;
    }
    const { socket } = request;
    // Node reads on whenever it has a whole request, or has answered one.
    if (!waiting.has(socket)) socket.on('resume', () => hold(socket));
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    hold(socket);
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      // What the answer before it had (unread.ts) is not for this one; Node sets it back between two requests alone.
      if (!socket.readableEnded) socket.setTimeout(0);
      begin();
    });
  };
}
