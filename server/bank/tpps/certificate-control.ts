// `{b}/_sandbox/certificates`: an eIDAS-like test certificate while you wait (CTRL-02), the bank's own, with which
// its answers are verified (SIG-14), and what a TLS client needs to trust the bank (TLS-01, TPP-06).
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import { crlToPem, splitPem } from '../../signing/pem.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';
import { type KnownCertificateParts, knownCertificateOperations } from './known-certificates.ts';

export interface CertificateParts extends KnownCertificateParts {
  /** Called with each new certificate, so that it is known before its first use (SIG-15). */
  readonly onIssued: (bank: string, certificate: SigningCertificate) => void;
}

const CRL = '/_sandbox/certificates/crl';
const PEM = 'application/x-pem-file';
const DER_CERTIFICATE = 'application/pkix-cert';
const DER_CRL = 'application/pkix-crl';

export function certificateOperations(parts: CertificateParts): readonly ControlOperation[] {
  const { issuer, revocations, onIssued } = parts;
  return [
    ...knownCertificateOperations(parts),
    controlWithBody({
      id: 'createCertificate',
      method: 'POST',
      path: '/_sandbox/certificates',
      summary: 'Make a QSealC or QWAC with PSD2 statements, its chain, key, PKCS#12 and keyId',
      rule: 'CTRL-02',
      success: { status: 201, schema: 'control/certificate.json' },
      body: { schema: 'control/certificate-request.json', optional: true },
      async outside({ bank, baseUrl, body = {} }) {
        const issued = await issuer.issue(body, baseUrl + CRL);
        const certificate = readCertificate(Buffer.from(issued.certificateBase64, 'base64'));
        if (body.variant === 'revoked') await revocations.add(certificate);
        onIssued(bank, certificate);
        return { status: 201, body: { ...issued } };
      },
    }),
    {
      id: 'getBankCertificate',
      method: 'GET',
      path: '/_sandbox/certificates/bank',
      summary: 'The certificate that the bank signs its answers with, its chain and keyId',
      rule: 'SIG-14',
      success: { status: 200, schema: 'control/bank-certificate.json' },
      async outside() {
        const { certificate, chain, keyId } = await issuer.seal();
        return { status: 200, body: { certificate, chain, keyId } };
      },
    },
    {
      id: 'getTestAuthority',
      method: 'GET',
      path: '/_sandbox/certificates/ca',
      summary: 'The root of the test CA, for clients of the TLS port; PEM, or DER by Accept',
      rule: 'TLS-01',
      success: { status: 200 },
      open: true,
      produces: [PEM, DER_CERTIFICATE],
      async outside({ type }) {
        const pem = await issuer.root();
        const content = type === PEM ? pem : (splitPem(pem)[0] ?? pem);
        return { status: 200, text: { type, content } };
      },
    },
    {
      id: 'getRevokedCertificates',
      method: 'GET',
      path: CRL,
      summary: 'The certificates that the test CA has revoked, as CRL; DER, or PEM by Accept',
      rule: 'TPP-06',
      success: { status: 200 },
      open: true,
      produces: [DER_CRL, PEM],
      async outside({ type }) {
        const der = await issuer.crl(await revocations.list());
        return { status: 200, text: { type, content: type === PEM ? crlToPem(der) : der } };
      },
    },
  ];
}
