// What an address of a request names: the bank, the path and the host, for a table of targets, as it is written in
// tests/fixtures/tables/targets.txt. `npm run examples` records it again.
import type { IncomingMessage } from 'node:http';
import { test } from '@jest/globals';
import {
  checkAddress,
  checkBank,
  destinationOf,
  isBelow,
  originForm,
} from '../../../server/http/addresses.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, saidBy } from '../../support/recorded.ts';

const TARGETS = [
  ...['/', '', '/a', '/a?b=c', '/a?', '?', '/a?b?c', '/banks', '/banks/', '/banks/x', '/banks/x/'],
  ...[
    '/banks/x/y/z?q=1',
    '/banks//y',
    '/banks/%78/y',
    '/banks/%zz',
    '/banks/a%2Fb/c',
    '/bank/x',
    '*',
  ],
  ...['/banks/x?y', '/banks?x', '/banksx/y', '/Banks/x', '/banks/No Bank', '/banks/æ/x'],
];
const NAMES = [
  undefined,
  '',
  'a',
  'A',
  'job-7',
  '-a',
  'a-',
  'a'.repeat(40),
  'a'.repeat(41),
  'a'.repeat(64),
  'a b',
  'default',
];
const HOSTS: readonly (readonly string[])[] = [
  ...[
    [],
    ['a'],
    ['a', 'a'],
    ['a:80'],
    ['a:'],
    ['a:123456'],
    ['[::1]'],
    ['[::1]:8'],
    ['::1'],
    ['a b'],
  ],
  ...[[''], ['a/b'], ['A.example'], ['a_b~c-d'], ['a@b'], ['[g]'], ['1.2.3.4:99999'], ['é']],
];
const URLS = [
  ...[
    '/',
    '/a?b',
    '*',
    '',
    'a',
    'http://a',
    'http://a/',
    'http://a/b?c',
    'HTTP://A/b',
    'https://a/b',
  ],
  ...['http://b/c', 'http://a?x', 'http://a#x', 'http://a:80/b', 'ftp://a/b', '//a/b', 'http:///b'],
];

test('BANK-01: what the address of a request names: is what the bank reads now', () => {
  const lines = TARGETS.map((one) => `${one}: ${saidBy(() => destinationOf(one))}`);
  lines.push(...NAMES.map((one) => `[${one}]: ${saidBy(() => checkBank(one))}`));
  for (const path of ['/v1', '/v1/', '/v1/a', '/v1a', '/v', '/v2', '', '/v1?x'])
    lines.push(`${path}: ${['/v1', '', '/'].map((root) => isBelow(path, root))}`);
  for (const encrypted of [false, true]) {
    const socket = encrypted ? { encrypted } : {};
    for (const httpVersion of ['1.0', '1.1'])
      for (const hosts of HOSTS)
        for (const url of hosts.length === 1 && hosts[0] === 'a' ? URLS : ['/', 'http://b/c']) {
          const headers = new RawHeaders(hosts.flatMap((host) => ['Host', host]));
          const request = { url, socket, httpVersion, headers: { host: hosts[0] } };
          const asked = request as unknown as IncomingMessage;
          const origin = originForm(asked, url);
          const said = saidBy(() => checkAddress(headers, asked)).replace('undefined', 'right');
          const words = `${encrypted ? 'TLS ' : ''}${httpVersion} [${hosts}] ${url}`;
          lines.push(`${words}: ${origin === url ? 'as it is' : origin}, ${said}`);
        }
  }
  expectRecorded('tables/targets.txt', lines);
});
