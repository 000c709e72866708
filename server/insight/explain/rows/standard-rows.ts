// What other standards make of the same request, signed under the header of this one: the string of RFC 9421, the
// pseudo headers of HTTP/2.
import { hash } from 'node:crypto';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { type FormRow, permutations } from '../forms/form.ts';
import { type MistakeRow, rowsOf, type StringContext, secondsOf } from './draft.ts';

/** Which lines in place of (request-target), and in front if that is not listed. */
const PSEUDO = [
  [':method', ':path'],
  [':method', ':path', ':authority'],
  [':method', ':authority', ':scheme', ':path'],
  [':method', ':path', ':scheme', ':authority'],
  [':method', ':scheme', ':authority', ':path'],
];
const TARGETS = [['@method', '@path'], ['@method', '@target-uri'], ['@request-target'], ['@path']];

/** A hostile request may list one long header a thousand times. */
const MOST_LISTED = 30;

export function standardRows({ entries, request }: StringContext): readonly MistakeRow[] {
  const { method, target, headers } = request;
  const host = headers.get('host') ?? '';
  // As a rule, what has a port of its own has no TLS.
  const scheme = /:(?!443$)\d+$/.test(host) ? 'http' : 'https';
  const [path = '', query = ''] = target.split(/(?=\?)/);
  const known: Readonly<Record<string, string>> = {
    ...{ ':method': method, ':path': target, ':authority': host, ':scheme': scheme },
    ...{ '@method': method, '@path': path, '@query': query || '?', '@request-target': target },
    ...{ '@authority': host, '@scheme': scheme, '@target-uri': `${scheme}://${host}${target}` },
  };
  const lineOf = (name: string) => `${name}: ${known[name] ?? headers.get(name) ?? ''}`;
  const pseudo = PSEUDO.flatMap((names) => {
    const loud = names.map(lineOf);
    return [loud, [loud[0]?.toLowerCase(), ...loud.slice(1)]].map((lines): FormRow => {
      const rest = (text: string) =>
        text.split('\n').filter((line) => !line.startsWith(REQUEST_TARGET));
      const change = (text: string) => [...lines, ...rest(text)].join('\n');
      return ['pseudo-headers', 6, `${names.join(' and ')}, pseudo headers of HTTP/2`, change];
    });
  });
  const base = (names: readonly string[], params: string): FormRow => {
    const lines = () => names.map((name) => lineOf(name).replace(/^[^:]*/, '"$&"'));
    const text = () => [...lines(), `"@signature-params": ${params}`].join('\n');
    return ['http-message-signatures', 6, 'the string of RFC 9421', text];
  };
  const plain = entries.filter((name) => name !== REQUEST_TARGET);
  const aws = [plain, plain.toSorted()].map((some): FormRow => {
    const text = () => {
      const lines = some.map((name) => `${lineOf(name).replace(': ', ':')}\n`).join('');
      const parts = [method, path, query.slice(1), lines, some.join(';')];
      return [...parts, hash('sha256', request.body)].join('\n');
    };
    return ['aws-signature', 6, 'the canonical request of AWS', text];
  });
  const says =
    'You signed …; sign lines of name, colon, space, value, joined by LF (draft-cavage-http-signatures-10).';
  const [, sent] = /^[\w*.-]+=(\([^()]*\).*)$/s.exec(headers.get('signature-input') ?? '') ?? [];
  const listed = sent?.slice(0, sent.indexOf(')')).match(/(?<=")[^" ]+(?=")/g) ?? [];
  if (sent !== undefined) {
    return rowsOf('standard', 'string', says, [
      ...[...pseudo, ...aws],
      base(listed.slice(0, MOST_LISTED), sent),
    ]);
  }
  const [, keyId] = /\bkeyId="([^"]*)"/.exec(headers.get('signature') ?? '') ?? [];
  const created = `;created=${secondsOf(headers.get('date') ?? '')}`;
  const params = permutations([created, `;keyid="${keyId}"`, ';alg="rsa-v1_5-sha256"']).flatMap(
    (some) => some.map((_, at) => some.slice(at).join('')),
  );
  const bases = (entries.includes(REQUEST_TARGET) ? TARGETS : [[]]).flatMap((some) => {
    const names = [...some, ...plain];
    const list = names.map((name) => `"${name}"`).join(' ');
    return ['', ...params].map((one) => base(names, `(${list})${one}`));
  });
  return rowsOf('standard', 'string', says, [...pseudo, ...aws, ...bases]);
}
