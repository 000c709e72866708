// What people send instead of a certificate: keys, requests, bundles. Known by its PEM label or by the
// shape of its DER, so that the refusal can say what it is, and that a private key is not shown again.
import { attempt } from './attempt.ts';
import { childrenOf, type DerElement, DerError, readDer, TAG } from './der.ts';

interface OtherThing {
  /** Completes "TPP-Signature-Certificate …". */
  readonly trouble: string;
  /** Whether there is a private key in it. */
  readonly isSecret: boolean;
}

const SEND = 'send base64 of the DER certificate';

const privateKey = (form: string): OtherThing => ({
  trouble: `holds a private key (${form}), not a certificate. Never send that to anyone; ${SEND} that belongs to it`,
  isSecret: true,
});
const PUBLIC_KEY: OtherThing = {
  trouble: `holds a public key, not a certificate; ${SEND} that the key is in`,
  isSecret: false,
};
const TWO_NUMBERS: OtherThing = {
  trouble: `holds a public key or an ECDSA signature (two numbers), not a certificate; ${SEND}`,
  isSecret: false,
};
const REQUEST: OtherThing = {
  trouble: `holds a certificate request (CSR), not a certificate; ${SEND} that was issued for it`,
  isSecret: false,
};
const PKCS7: OtherThing = {
  trouble: `holds a PKCS #7 bundle (.p7b), not a certificate; take your own out of it (openssl pkcs7 -print_certs) and ${SEND}`,
  isSecret: false,
};
const bundle = (what: string, tool: string): OtherThing => ({
  trouble: `holds a ${what}, which may have your private key in it, not a certificate. Never send that to anyone; take the certificate out (${tool}) and ${SEND}`,
  isSecret: true,
});
const PKCS12 = bundle('PKCS #12 bundle (.p12, .pfx)', 'openssl pkcs12 -clcerts -nokeys');
const JAVA_STORE = bundle('Java key store (.jks)', 'keytool -exportcert');

/** Of each PEM block in the text what it says to be. */
function labelsOf(text: string): readonly string[] {
  return [...text.matchAll(/-----BEGIN ([A-Z0-9#. ]{1,40})-----/g)].map(([, label = '']) => label);
}

/** Whether there is the PEM of a private key in the text, beside whatever else. */
export function holdsPrivatePem(text: string): boolean {
  return labelsOf(text).some((label) => label.endsWith('PRIVATE KEY'));
}

/** What the PEM text holds; `undefined` where it holds a certificate and no key, or is no PEM. */
export function otherPem(text: string): OtherThing | undefined {
  const labels = labelsOf(text);
  const secret = labels.find((label) => label.endsWith('PRIVATE KEY'));
  if (secret !== undefined) return privateKey(`PEM "${secret}"`);
  const [label] = labels;
  if (label === undefined || labels.includes('CERTIFICATE')) return undefined;
  if (label.endsWith('PUBLIC KEY')) return PUBLIC_KEY;
  if (label.endsWith('CERTIFICATE REQUEST')) return REQUEST;
  if (label === 'PKCS7' || label === 'CMS') return PKCS7;
  const isSecret = !/(?:CERTIFICATE|CRL|PARAMETERS)$/.test(label);
  return { trouble: `holds PEM of "${label}", not of "CERTIFICATE"; ${SEND}`, isSecret };
}

// `(` and `)` are a SEQUENCE, I INTEGER, B BIT STRING, S OCTET STRING, O OBJECT IDENTIFIER, `.` the rest.
const SHAPES: readonly (readonly [shape: RegExp, thing: OtherThing])[] = [
  // Version, contents, perhaps a MAC.
  [/^\(I\(O\.\)[()]/, PKCS12],
  [/^\(I\(O[^S]*\)S/, privateKey('PKCS #8')],
  [/^\(I{9}/, privateKey('PKCS #1')],
  [/^\(IS/, privateKey('SEC 1')],
  // Without parameters of its algorithm, or with NULL, it would be a hash in its DigestInfo.
  [/^\(\(O\(.*\)S\)$/, privateKey('PKCS #8, encrypted')],
  [/^\(\(O.*\)B\)$/, PUBLIC_KEY],
  [/^\(II\)$/, TWO_NUMBERS],
  // Version, subject, key, attributes; how it is signed.
  [/^\(\(I\(\.*\)\(\(O[^B]*\)B\)\.?\)\(O/, REQUEST],
  [/^\(O\.\)$/, PKCS7],
];

/** What bytes are that are no certificate; `undefined` if that is unknown. */
export function otherThanCertificate(bytes: Buffer): OtherThing | undefined {
  const pem = otherPem(bytes.toString('latin1'));
  if (pem !== undefined) return pem;
  const start = bytes.toString('hex', 0, 5);
  if (/^(?:feedfeed|cececece)/.test(start)) return JAVA_STORE;
  // BER of indefinite length, as some programs write it, begins with its version.
  if (start === '3080020103') return PKCS12;
  const element = attempt(DerError, () => readDer(bytes));
  if (element instanceof DerError) return undefined;
  const shape = shapeOf(element, DEEPEST);
  return SHAPES.find(([pattern]) => pattern.test(shape))?.[1];
}

const DEEPEST = 4;
const MOST_CHILDREN = 12;
const LETTERS: Readonly<Record<number, string>> = {
  [TAG.INTEGER]: 'I',
  3: 'B',
  [TAG.OCTET_STRING]: 'S',
  [TAG.OID]: 'O',
};

function shapeOf(element: DerElement, depth: number): string {
  if (element.tag !== TAG.SEQUENCE || depth === 0) return LETTERS[element.tag] ?? '.';
  const children = attempt(DerError, () => childrenOf(element, TAG.SEQUENCE));
  if (children instanceof DerError) return '.';
  const shapes = children.slice(0, MOST_CHILDREN).map((child) => shapeOf(child, depth - 1));
  return `(${shapes.join('')})`;
}
