// How the console signs: rightly, or with one of the usual mistakes, to show what the bank says of it (SIG-15).
import { createPrivateKey, sign as signBytes } from 'node:crypto';
import { createSigner, type RequestToSend } from '../../../client/sign.ts';
import { memoize } from '../../kernel/memoize.ts';
import { digestHeader } from '../../signing/digest.ts';
import type { IssuedCertificate, Issuer } from '../../signing/issuer.ts';
import { CONSOLE_TPP } from './template-ids.ts';

/** In the order in which they are offered. */
export const WRONG_WAYS = ['crlf', 'otherKey', 'oldDate', 'otherBody'] as const;

type Headers = Readonly<Record<string, string>>;
type Credentials = Pick<IssuedCertificate, 'certificate' | 'privateKey'>;

const LONG_AGO = 'Thu, 01 Jan 2015 00:00:00 GMT';

export function signerOf(issuer: Pick<Issuer, 'issue'>) {
  const issue = () => issuer.issue({ name: 'Sandbank console', organisationId: CONSOLE_TPP });
  const [own, other] = [memoize(issue), memoize(issue)];

  /** @param wrongly one of WRONG_WAYS; anything else signs rightly */
  return async (request: RequestToSend, wrongly?: string): Promise<Headers> => {
    const credentials = await own();
    const signWith = (header: Headers, key: Credentials = credentials) =>
      createSigner(key)({ ...request, headers: { ...request.headers, ...header } });
    switch (wrongly) {
      case 'crlf':
        return signedOverCrlf(signWith({}), credentials);
      case 'otherKey':
        return signWith({}, { ...credentials, privateKey: (await other()).privateKey });
      case 'oldDate':
        return signWith({ Date: LONG_AGO });
      case 'otherBody':
        return signWith({ Digest: digestHeader(Buffer.from(`${request.body ?? ''} `)) });
      default:
        return signWith({});
    }
  };
}

/** The same headers, their lines joined with CRLF where LF is right. */
function signedOverCrlf(headers: Headers, { privateKey }: Credentials): Headers {
  const { Signature: right = '' } = headers;
  const values = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const names = /headers="([^"]*)"/.exec(right)?.[1]?.split(' ') ?? [];
  const lines = names.map((name) => `${name}: ${values.get(name)}`);
  const bytes = Buffer.from(lines.join('\r\n'), 'latin1');
  const signature = signBytes('RSA-SHA256', bytes, createPrivateKey(privateKey)).toString('base64');
  return {
    ...headers,
    Signature: right.replace(/signature="[^"]*"/, `signature="${signature}"`),
  };
}
