// Bytes on a socket, for what no HTTP client would send.
import { connect, type Socket } from 'node:net';
import { type Answer, parsed } from './http.ts';

export interface RawOptions {
  /** Closes the sending side after the last byte. */
  readonly end?: boolean;
  /** Waits for so many answers; 1 unless told. */
  readonly answers?: number;
}

/** Long, for a busy machine; the bank answers in milliseconds. */
const PATIENCE = 20_000;

/** The answers to these bytes; none when the bank closes the connection without a word. Rejects when it does neither. */
export function sendRaw(
  origin: string,
  bytes: string | Buffer,
  { end = false, answers = 1 }: RawOptions = {},
): Promise<readonly Answer[]> {
  const socket = connectTo(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const done = () => {
      clearTimeout(patience);
      socket.destroy();
      resolve(answersIn(text));
    };
    const patience = setTimeout(() => {
      socket.destroy();
      reject(new Error(`neither answered nor closed: ${JSON.stringify(text.slice(0, 300))}`));
    }, PATIENCE);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (answersIn(text).length >= answers) done();
    });
    // Cut off while it was still sending: what has come so far is the answer.
    socket.on('error', () => undefined);
    socket.on('close', done);
    const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    if (end) socket.end(sent);
    else socket.write(sent);
  });
}

export function connectTo(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => undefined);
  return socket;
}

/** Complete answers with a Content-Length, interim ones left out. */
function answersIn(text: string): readonly Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const head = rest.indexOf('\r\n\r\n');
    if (head < 0) return answers;
    const [first = '', ...lines] = rest.slice(0, head).split('\r\n');
    const status = Number(first.split(' ')[1]);
    const headers = Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const content = rest.slice(head + 4, head + 4 + length);
    if (content.length < length) return answers;
    rest = rest.slice(head + 4 + length);
    if (status < 200) continue;
    const bytes = Buffer.from(content, 'latin1');
    const body = bytes.toString('utf8');
    answers.push({ status, headers, text: body, bytes, body: parsed(body) });
  }
}
