// `POST {b}/_sandbox/certificates`: an eIDAS-like test certificate while you wait (CTRL-02), and the
// bank's own, with which its answers are verified (SIG-14).
import { readCertificate, type SigningCertificate } from '../../signing/certificate.ts';
import type { Issuer } from '../../signing/issuer.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';

export interface CertificateParts {
  readonly issuer: Issuer;
  /** Called with each new certificate, so that it is known before its first use (SIG-15). */
  readonly onIssued: (bank: string, certificate: SigningCertificate) => void;
}

export function certificateOperations(
  issuer: CertificateParts['issuer'],
  onIssued: CertificateParts['onIssued'],
): readonly ControlOperation[] {
  return [
    controlWithBody({
      id: 'createCertificate',
      method: 'POST',
      path: '/_sandbox/certificates',
      summary: 'Make a QSealC with PSD2 statements, its chain, key, PKCS#12 and keyId',
      body: { schema: 'control/certificate-request.json', optional: true },
      async outside({ bank, body }) {
        const issued = await issuer.issue(body ?? {});
        onIssued(bank, readCertificate(Buffer.from(issued.certificateBase64, 'base64')));
        return { status: 201, body: { ...issued } };
      },
    }),
    {
      id: 'getBankCertificate',
      method: 'GET',
      path: '/_sandbox/certificates/bank',
      summary: 'The certificate that the bank signs its answers with, its chain and keyId',
      async outside() {
        const { certificate, chain, keyId } = await issuer.seal();
        return { status: 200, body: { certificate, chain, keyId } };
      },
    },
  ];
}
