// Commands to paste: the right signature with openssl, the same request again with curl, the request with a
// new signature. Secrets are variables in them (WEB-06).

import { decodeUtf8, readable } from '../../kernel/utf8.ts';
import { headerPairs } from '../../protocol/headers.ts';
import { isSecretHeader, type Mask, type Piece } from './masking.ts';
import type { SeenRequest } from './seen-request.ts';
import { certificatePieces } from './sent-certificate.ts';
import { bytesWord, printfWords, ShellVariables, textWord } from './shell.ts';

/** @param bankString the string to sign, one character per byte */
export function opensslCommand(bankString: string, mask: Mask): string {
  const variables = new ShellVariables();
  const printf = `printf ${printfWords(mask.pieces(bankString), variables)}`;
  return variables.guard(`${printf} |\n  openssl dgst -sha256 -sign tpp.key | openssl base64 -A`);
}

interface Replayed {
  readonly request: SeenRequest;
  readonly mask: Mask;
  /** Scheme and host, perhaps with a path in front of the target: `http://127.0.0.1:8080`. */
  readonly origin: string;
}

const LINE = ' \\\n  ';

/** Headers that curl makes itself, from the address and the data it sends. */
const OF_CURL = /^(?:host|content-length|transfer-encoding|connection|expect)$/i;
/** Headers that curl adds if the request has none. */
const ADDED_BY_CURL = ['Accept', 'User-Agent'];

/** Sends the request again exactly as it was sent, with its certificate and signature. */
export function curlCommand({ request, mask, origin }: Replayed): string {
  const { method, target } = request;
  const variables = new ShellVariables();
  const bytes = (text: string) => bytesWord(mask.pieces(text), variables);
  const headers = headerPairs(request.rawHeaders).filter(([name]) => !OF_CURL.test(name));
  const has = (wanted: string) =>
    headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
  const body = curlBody(request, mask, variables);
  const unwanted = [...ADDED_BY_CURL, ...(body === undefined ? [] : ['Content-Type'])];
  const words = [
    `curl -sS -i -g --path-as-is ${method === 'HEAD' ? '--head' : `-X ${bytes(method)}`} ${bytes(origin + target)}`,
    // An address with unusual characters is sent as it is, because curl would normalise it.
    ...(/^[\w/.~?&=%:@!$,;*'()+-]*$/.test(target) ? [] : [`--request-target ${bytes(target)}`]),
    ...(has('accept-encoding') ? ['--compressed'] : []),
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, { mask, variables })}`),
    ...unwanted.filter((name) => !has(name)).map((name) => `-H '${name}:'`),
    ...(body === undefined ? [] : [`--data-binary ${body.word}`]),
  ];
  return variables.guard(`${body?.before ?? ''}${words.join(LINE)}`);
}

/** CTRL-05: what to know before pasting the command. */
export function curlNote({ body }: SeenRequest): string {
  const missing = isWhole(body)
    ? ''
    : ` The body had ${body.length} bytes, and the log stores the first ${body.bytes.length}: put the whole body into body.bin.`;
  return `Sends the same bytes again. Its Date is valid for 60 seconds; after that, the bank refuses it.${missing}`;
}

interface Words {
  readonly mask: Mask;
  readonly variables: ShellVariables;
}

/** curl takes `Name: value`, and `Name;` for an empty one. */
function headerWord(name: string, value: string, { mask, variables }: Words): string {
  if (value === '') return bytesWord([`${name};`], variables);
  return bytesWord([`${name}: `, ...piecesOf(name, value, mask)], variables);
}

function piecesOf(name: string, value: string, mask: Mask): readonly Piece[] {
  if (isSecretHeader(name)) return [{ kind: 'secret', shown: '', value }];
  const isCertificate = name.toLowerCase() === 'tpp-signature-certificate';
  return isCertificate ? certificatePieces(value, mask) : mask.pieces(value);
}

interface Body {
  readonly word: string;
  /** The command that pipes the body in. */
  readonly before?: string;
}

const isWhole = ({ bytes, length }: SeenRequest['body']): boolean => bytes.length === length;

function curlBody({ body }: SeenRequest, mask: Mask, variables: ShellVariables): Body | undefined {
  if (body.length === 0) return undefined;
  const text = plainText(body);
  if (text !== undefined) return { word: textWord(mask.pieces(text), variables) };
  if (!isWhole(body)) return { word: '@body.bin' };
  const printf = printfWords(mask.pieces(body.bytes.toString('latin1')), variables);
  return { word: '@-', before: `printf ${printf} |\n` };
}

/** The whole body as text that can be pasted unchanged. */
function plainText(body: SeenRequest['body']): string | undefined {
  const text = isWhole(body) ? decodeUtf8(body.bytes) : undefined;
  // curl reads @ as the start of a file name.
  if (text === undefined || text.startsWith('@')) return undefined;
  return /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? undefined : text;
}

/** Headers that signing makes again, and those of the connection. */
const MADE_BY_SIGNING =
  /^(?:date|digest|signature|tpp-signature-certificate|x-request-id|accept-encoding|user-agent)$/i;

/** Signs the request again and sends it. */
export function resignCommand({ request, mask, origin }: Replayed): string {
  const { method, target, body } = request;
  const variables = new ShellVariables();
  const word = (text: string) => textWord(mask.pieces(readable(text)), variables);
  const headers = headerPairs(request.rawHeaders).filter(
    ([name, value]) =>
      value !== '' && !OF_CURL.test(name) && !MADE_BY_SIGNING.test(name) && !isSecretHeader(name),
  );
  const plain = plainText(body);
  const sent = plain === undefined ? '@body.bin' : textWord(mask.pieces(plain), variables);
  const words = [
    `npx sandbank call ${word(method)} ${word(origin + target)}`,
    // Otherwise the command adds the headers of who has logged in there.
    '--as nobody',
    ...headers.map(([name, value]) => `--header ${word(`${name}: ${value}`)}`),
    ...(body.length === 0 ? [] : [`--body ${sent}`]),
  ];
  const command = words.join(LINE);
  if (plain !== undefined || !isWhole(body)) return variables.guard(command);
  const bytes = printfWords(mask.pieces(body.bytes.toString('latin1')), variables);
  return variables.guard(`printf ${bytes} > body.bin &&\n${command}`);
}
