// The least that any server does that verifies signatures: `node:http`, SHA-256 of the body, one RSA verification of the
// draft's string, an answer of so many bytes. What is posted is on disk before that, those that wait together with one
// fdatasync. It checks nothing else, and keeps nothing. `node floor.js PORT FILE BYTES`.
import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';

const [, , port, path, bytes] = process.argv as [string, string, string, string, string];
const NEWLINE = Buffer.from('\n');
const ANSWER = Buffer.alloc(Number(bytes), 'x');
const keys = new Map<string, KeyObject>();

function keyOf(certificate: string): KeyObject {
  const found = keys.get(certificate);
  if (found !== undefined) return found;
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  keys.set(certificate, key);
  return key;
}

function isSigned({ method = '', url, headers }: IncomingMessage, body: Buffer): boolean {
  const said = String(headers['signature']);
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(said)?.[1] ?? '';
  const lines = part('headers')
    .split(' ')
    .map((name) =>
      name === '(request-target)'
        ? `${name}: ${method.toLowerCase()} ${url}`
        : `${name}: ${headers[name]}`,
    );
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  if (body.length > 0 && headers['digest'] !== digest) return false;
  const key = keyOf(String(headers['tpp-signature-certificate']));
  const signature = Buffer.from(part('signature'), 'base64');
  return verify('sha256', Buffer.from(lines.join('\n')), key, signature);
}

let file: FileHandle | undefined;
let waiting: { readonly line: Buffer; readonly done: () => void }[] = [];
let isWriting = false;

async function writeAll(): Promise<void> {
  isWriting = true;
  file ??= await open(path, 'a');
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await file.write(Buffer.concat(group.map(({ line }) => line)));
    await file.datasync();
    for (const { done } of group) done();
  }
  isWriting = false;
}

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    const isGood = request.url === '/' || isSigned(request, body);
    const answer = () => {
      response.writeHead(isGood ? 200 : 401, { 'Content-Length': ANSWER.length });
      response.end(ANSWER);
    };
    if (request.method !== 'POST' || !isGood) return answer();
    waiting.push({ line: Buffer.concat([body, NEWLINE]), done: answer });
    if (!isWriting) void writeAll();
  });
}).listen(Number(port), '127.0.0.1');
