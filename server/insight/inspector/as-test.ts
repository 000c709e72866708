// A request as a test for `sandbank/testing` (CTRL-05): the kit sends the same, signed rightly. What it cannot send, such as
// a wrong signature, a test can only wait for: then it is about the client that is tested.
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import type { Mask } from './masking.ts';
import type { SeenRequest } from './seen-request.ts';

/** People whom the kit knows by their first names (`client/test-tpp.ts`, which the server does not import). */
const KNOWN = ['jonas', 'odd', 'mari', 'thea'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
/** Rules about who calls; all others are about what is called. */
const OF_CALLER = /^(?:SIG|TPP|TLS)-/;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export function testOf(request: SeenRequest, mask: Mask): string {
  const { method, operation = method, answer, codes, refusal } = request;
  const body = bodyOf(request, mask);
  const isSent = METHODS.includes(method) && body !== undefined;
  const [title, lines] =
    isSent && !OF_CALLER.test(refusal?.rule ?? '')
      ? [`answers ${[answer.status, ...codes].join(' ')}`, sending(request, mask, body)]
      : ['is accepted', waiting(operation)];
  return `test(${quoted(`${operation} ${title}`)}, async () => {\n  ${lines.join('\n  ')}\n});`;
}

/** Empty if there is none; `undefined` for one that is no JSON. */
function bodyOf({ body: { bytes, length } }: SeenRequest, mask: Mask): string | undefined {
  if (length === 0) return '';
  try {
    return mask.text(JSON.stringify(JSON.parse(decodeUtf8(bytes) ?? '')));
  } catch {
    return undefined;
  }
}

const waiting = (operation: string): readonly string[] => [
  '// Let your client send it to bank.url; then the bank says what it received.',
  `const seen = await bank.nextRequest({ operation: ${quoted(operation)} });`,
  'expect(seen.codes).toEqual([]);',
];

function sending(request: SeenRequest, mask: Mask, body: string): readonly string[] {
  const { method, target, path, answer, codes } = request;
  const query = target.includes('?') ? target.slice(target.indexOf('?')) : '';
  const { who, login } = callerOf(request);
  const words = [quoted(mask.text(path + query)), ...(body === '' ? [] : [body])];
  return [
    'const tpp = await bank.tpp();',
    ...login,
    ...(/[0-9a-f]{8}-|enc!!/.test(path)
      ? ['// The id in this address is of the bank that this was copied from.']
      : []),
    `const { status, body } = await ${who}.${method.toLowerCase()}(${words.join(', ')});`,
    `expect(status).toBe(${answer.status});`,
    ...codes.map((code, at) => `expect(body.tppMessages[${at}].code).toBe(${quoted(code)});`),
  ];
}

/** Who sends it, and how the kit logs that person in. */
function callerOf({ person, rawHeaders }: SeenRequest) {
  if (person === undefined) return { who: 'tpp', login: [] };
  const first = person.name.split(' ')[0]?.toLowerCase() ?? '';
  const isKnown = KNOWN.includes(first);
  const name = isKnown ? first : 'psu';
  // The national id is hidden (WEB-06).
  const whom = isKnown ? quoted(first) : 'process.env.PSU_IDENTITY';
  const isThere = new RawHeaders(rawHeaders).get('psu-ip-address') !== undefined;
  return {
    who: isThere ? name : `${name}.absent`,
    login: [`const ${name} = await tpp.login(${whom});`],
  };
}
