#!/usr/bin/env node
// Makes rows of what a real program sends. It listens on 127.0.0.1:8080, runs the program, and reads the
// notes that the program writes about each request before it sends it: a line of JSON with `id`, `what`,
// `expects` … and `signed`, the base64 of the bytes that it handed to its signing function. How they were
// signed and how the signature was written are found by trying, never believed.
//
//   node record.mjs KIT OUT STACK COMMAND…     KIT: folder with keys and certificates, never kept
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findSigning } from './find-signing.mjs';
import { withPlaceholders } from './placeholders.mjs';

const [kit, out, stack, command, ...args] = process.argv.slice(2);
const notes = join(out, `${stack}.notes`);
writeFileSync(notes, '');
/** The note that was newest when a request came, and that request. */
const taken = new Map();

const lastNote = () => readFileSync(notes, 'utf8').trimEnd().split('\n').length - 1;

const server = createServer((socket) => {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let request = readRequest(bytes); request !== undefined; request = readRequest(bytes)) {
      bytes = bytes.subarray(request.length);
      if (request.expects100) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      else answer(socket, request);
    }
  });
});

function answer(socket, request) {
  const at = lastNote();
  const line = readFileSync(notes, 'utf8').split('\n')[at];
  const { redirect } = JSON.parse(line || '{}');
  const first = !taken.has(at);
  taken.set(at, { ...request, at: new Date().toISOString() });
  const text =
    redirect !== undefined && first
      ? `HTTP/1.1 ${redirect.status} Moved\r\nLocation: ${redirect.location}\r\nContent-Length: 0\r\n\r\n`
      : 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  socket.write(text);
}

/** `undefined` until it is there whole. */
function readRequest(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method, target] = first.split(' ');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const find = (name) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const start = end + 4;
  const rest = bytes.subarray(start);
  if (find('transfer-encoding') === 'chunked') {
    const body = readChunks(rest);
    return body && { method, target, headers, body: body.body, length: start + body.length };
  }
  const length = Number(find('content-length') ?? 0);
  if (rest.length < length && find('expect') !== undefined && rest.length === 0) {
    if (seen100.has(bytes.toString('latin1'))) return undefined;
    seen100.add(bytes.toString('latin1'));
    return { expects100: true, length: 0 };
  }
  if (rest.length < length) return undefined;
  return { method, target, headers, body: rest.subarray(0, length), length: start + length };
}
const seen100 = new Set();

function readChunks(bytes) {
  const parts = [];
  let at = 0;
  for (;;) {
    const eol = bytes.indexOf('\r\n', at);
    if (eol < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, eol).toString('latin1'), 16);
    const from = eol + 2;
    if (bytes.length < from + size + 2) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: from + 2 };
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}

const textOrBase64 = (name, bytes) => {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes);
  return isText ? { [name]: text } : { [`${name}Base64`]: bytes.toString('base64') };
};

/** Which header has the signature, the likeliest first. */
const CARRIERS = [/^signature$/i, /^(x-)?(jws|digital)-?signature$/i, /^authorization$/i];

function rowOf(note, request) {
  const { id, what, source, expects = [], cause, says, known, certificate = 'own' } = note;
  const signed = Buffer.from(note.signed, 'base64');
  const carrier = CARRIERS.map((pattern) =>
    request.headers.find(([name]) => pattern.test(name)),
  ).find((header) => header !== undefined);
  const found = findSigning(kit, carrier?.[1] ?? '', signed, note);
  if (found === undefined) throw new Error('how it was signed is not found');
  const put = (text) => withPlaceholders(kit, text);
  return {
    id: `${stack}/${id}`,
    stack: note.stack ?? stack,
    what,
    ...(source === undefined ? {} : { source }),
    at: request.at,
    certificate,
    request: {
      method: request.method,
      target: request.target,
      headers: request.headers.map((pair) => [
        pair[0],
        put(pair === carrier ? pair[1].replaceAll(found.written, '{{signature}}') : pair[1]),
      ]),
      ...textOrBase64('body', request.body),
    },
    ...textOrBase64('signed', Buffer.from(put(signed.toString('latin1')), 'latin1')),
    signing: found.signing,
    expects,
    ...(says === undefined ? {} : { says }),
    ...(cause === undefined ? {} : { cause }),
    ...(known === undefined ? {} : { known }),
  };
}

server.listen(8080, '127.0.0.1', () => {
  const env = { ...process.env, KIT: kit, NOTES: notes, BANK: 'http://127.0.0.1:8080' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('exit', (code) => {
    server.close();
    const lines = readFileSync(notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const rows = lines.flatMap((note, at) => {
      try {
        const request = taken.get(at);
        if (request === undefined) throw new Error('nothing came');
        return [rowOf(note, request)];
      } catch (error) {
        console.error(`${stack}/${note.id}: ${error.message}`);
        return [];
      }
    });
    const ids = new Set(rows.map(({ id }) => id));
    if (ids.size !== rows.length) console.error('an id is there twice');
    writeFileSync(join(out, `${stack}.json`), JSON.stringify(rows, null, 1));
    console.error(`${stack}: ${rows.length} of ${lines.length} rows, exit ${code}`);
    process.exit(0);
  });
});
