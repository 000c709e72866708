// The curl options of a copied command line that decide what is sent.
import { defined } from '../../kernel/defined.ts';

export interface CurlOption {
  readonly name: string;
  /** Absent for an option without a value. */
  readonly value?: string;
}

/** Options with one letter that take a value, and their full names. */
const LETTERS: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  T: 'upload-file',
  A: 'user-agent',
  b: 'cookie',
  c: 'cookie-jar',
  C: 'continue-at',
  D: 'dump-header',
  e: 'referer',
  E: 'cert',
  K: 'config',
  m: 'max-time',
  o: 'output',
  P: 'ftp-port',
  Q: 'quote',
  r: 'range',
  t: 'telnet-option',
  u: 'user',
  U: 'proxy-user',
  w: 'write-out',
  x: 'proxy',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
};

/** Letters without a value that matter here. */
const FLAGS: Readonly<Record<string, string>> = { I: 'head', G: 'get' };

/** Long options with a value, in addition to those with a letter. */
const WITH_VALUE = new Set(
  `${Object.values(LETTERS).join(' ')} url data-ascii data-raw data-binary data-urlencode json form-string
  cacert capath cert-type key key-type pass ciphers tls13-ciphers tls-max connect-timeout resolve connect-to
  interface retry retry-delay retry-max-time stderr trace trace-ascii trace-config limit-rate max-redirs
  noproxy dns-servers unix-socket expect100-timeout keepalive-time aws-sigv4 oauth2-bearer proxy-header
  proxy-cacert proxy-cert proxy-key url-query variable output-dir crlfile pinnedpubkey engine curves rate
  local-port max-filesize proto proto-redir proto-default socks5 socks5-hostname request-target haproxy-clientip
  alt-svc hsts happy-eyeballs-timeout-ms speed-limit speed-time preproxy netrc-file etag-save etag-compare`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Options, and the words between them, in order. */
export function splitCurlArguments(words: readonly string[]): {
  readonly options: readonly CurlOption[];
  readonly rest: readonly string[];
} {
  const options: CurlOption[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    const read = word.startsWith('--') ? longOption(word) : letters(word);
    if (read.length === 0) rest.push(word);
    for (const option of read) {
      // Only the last letter of a group can have its value in the next word.
      const value = option.wants && option.value === undefined ? words[++at] : option.value;
      options.push({ name: option.name, ...defined({ value }) });
    }
  }
  return { options, rest };
}

interface ParsedOption {
  readonly name: string;
  readonly wants: boolean;
  readonly value?: string;
}

function longOption(word: string): ParsedOption[] {
  const name = word.slice(2);
  return [{ name, wants: WITH_VALUE.has(name) }];
}

function letters(word: string): ParsedOption[] {
  if (!/^-./.test(word)) return [];
  const options: ParsedOption[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] as string;
    const name = LETTERS[letter];
    if (name !== undefined) {
      const value = word.slice(at + 1);
      return [...options, { name, wants: true, ...(value === '' ? {} : { value }) }];
    }
    options.push({ name: FLAGS[letter] ?? letter, wants: false });
  }
  return options;
}
