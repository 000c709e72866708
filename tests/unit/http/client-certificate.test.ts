// The certificate that a client sent with its TLS connection (TLS-02): what is read of it, and how often.
import { X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { clientCertificateReader } from '../../../server/http/v1/client-certificate.ts';
import { mint } from '../signing/support.ts';

const { certificate, chain } = await mint({ type: 'QWAC' });
const [own, issuing] = [certificate, chain[0] ?? ''].map((pem) => new X509Certificate(pem).raw) as [
  Buffer,
  Buffer,
];

interface Sent {
  readonly raw: Buffer;
  readonly issuerCertificate?: Sent;
}
/** The first of them, with the others above it. */
const sentChain = ([raw = own, ...above]: readonly Buffer[]): Sent =>
  above.length === 0 ? { raw } : { raw, issuerCertificate: sentChain(above) };
const times = (count: number) => Array.from({ length: count }, () => issuing);

let looks = 0;
const over = (first: Sent | undefined) => ({
  getPeerX509Certificate: () => {
    looks += 1;
    return first;
  },
});
const read = clientCertificateReader();
const of = (socket: object) => read({ socket } as never);
const names = (sent: ReturnType<typeof of>) =>
  sent && [
    sent.certificate.x509.raw.equals(own),
    sent.chain.map(({ x509 }) => x509.raw.equals(issuing)),
  ];

test('TLS-02: over plain HTTP there is none, nor from a client that sent none', () => {
  expect([of({}), of(over(undefined))]).toEqual([undefined, undefined]);
});

test('TLS-02: it is read with who its holder is, and without findings', () => {
  const { identity, findings, ...rest } = of(over(sentChain([own]))) ?? {};
  expect(Object.keys(rest)).toEqual(['certificate', 'chain']);
  expect([identity, findings]).toEqual([
    expect.objectContaining({ id: 'PSDNO-FSA-987654321' }),
    [],
  ]);
});

test.each([
  [0, 0],
  [1, 1],
  [7, 7],
  [8, 8],
  [9, 8],
  [30, 8],
])('TLS-02: of %i certificates above it, %i are read', (sent, isRead) => {
  const socket = over(sentChain([own, ...times(sent)]));
  expect(names(of(socket))).toEqual([true, times(isRead).map(() => true)]);
});

test('TLS-02: what cannot be read is none, wherever in the chain it is', () => {
  const wrong = Buffer.from('no certificate');
  for (const all of [[wrong], [own, wrong], [own, issuing, wrong]]) {
    expect(of(over(sentChain(all)))).toBeUndefined();
  }
  // Above those that count nobody looks.
  expect(names(of(over(sentChain([own, ...times(8), wrong]))))?.[0]).toBe(true);
});

test('TLS-02: another error is no certificate that cannot be read', () => {
  const broken = {
    get raw(): Buffer {
      throw new RangeError('of another kind');
    },
  };
  expect(() => of(over(broken))).toThrow(RangeError);
});

test('TLS-02: each connection is read once, also one with none or a wrong one', () => {
  for (const first of [undefined, sentChain([own]), sentChain([Buffer.from('wrong')])]) {
    const socket = over(first);
    looks = 0;
    const all = [of(socket), of(socket), of(socket)];
    expect(looks).toBe(1);
    for (const one of all) expect(one).toBe(all[0]);
  }
  looks = 0;
  const other = clientCertificateReader();
  const socket = over(sentChain([own]));
  expect(of(socket)).not.toBe(other({ socket } as never));
  expect(looks).toBe(2);
});
