// The commands on the page at / are run as a reader would paste them, with curl replaced by a recorder.

import { execFileSync } from 'node:child_process';
import { createVerify, X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { homePage } from '../../support/page-models.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const pages = createPages(ROOT_URL, consoleMenu);

test('SIG-10: the request on the page at / is signed as the interface wants it', () => {
  const { html } = pages.home(homePage('en'));
  const script = /<pre[^>]*"openssl"><code>([\s\S]*?)<\/code>/.exec(html)?.[1] ?? '';
  const recorder = `curl() { for a in "$@"; do printf '%s\\n' "$a"; done; }\n`;
  const args = execFileSync('sh', ['-ec', recorder + unescapeHtml(script)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).split('\n');
  expect(args[1]).toBe('http://127.0.0.1:8080/v1/accounts');
  const headers = new Map(
    args
      .filter((arg) => /^[\w-]+: /.test(arg))
      .map((arg) => arg.split(/: (.*)/s, 2) as [string, string]),
  );
  const certificate = new X509Certificate(
    Buffer.from(headers.get('TPP-Signature-Certificate') ?? '', 'base64'),
  );
  const [, keyId, names = '', signature = ''] =
    /^keyId="(.+)",algorithm="rsa-sha256",headers="(.+)",signature="(.+)"$/.exec(
      headers.get('Signature') ?? '',
    ) ?? [];
  expect(keyId).toBe(`SN=${certificate.serialNumber},CA=O=My TPP,C=NO`);
  expect(names).toBe('date x-request-id tpp-redirect-uri');
  expect(headers.get('Date')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(headers.get('TPP-Redirect-URI')).toBe('http://127.0.0.1:8080/_sandbox/redirects/catch');
  const signed = [
    `date: ${headers.get('Date')}`,
    `x-request-id: ${headers.get('X-Request-ID')}`,
    `tpp-redirect-uri: ${headers.get('TPP-Redirect-URI')}`,
  ].join('\n');
  const verify = createVerify('sha256').update(signed);
  expect(verify.verify(certificate.publicKey, signature, 'base64')).toBe(true);
});

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
