// A server that keeps what it is sent, byte by byte, and has no body for anything.
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Caught {
  /** Request line and headers as latin1 text, one character per byte. */
  readonly head: string;
  readonly body: Buffer;
}

export interface Catcher {
  /** `127.0.0.1:41234` */
  readonly host: string;
  readonly caught: Caught[];
  close(): Promise<void>;
}

export async function catchBytes(): Promise<Catcher> {
  const caught: Caught[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const whole = parse(received);
      if (whole === undefined) return;
      caught.push(whole);
      // The answer to HEAD tells the length of a body that does not come.
      const isHead = whole.head.startsWith('HEAD ');
      const status = isHead ? '200 OK\r\nContent-Length: 2' : '204 No Content';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** `undefined` while some of it is missing. */
function parse(received: Buffer): Caught | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.subarray(0, end).toString('latin1');
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = received.subarray(end + 4);
  return body.length < length ? undefined : { head, body };
}
