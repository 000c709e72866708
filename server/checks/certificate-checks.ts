// The checks of certificates that need more than the request: the client certificate of its TLS connection, and the
// list of what the test authority has revoked.
import { ApiError } from '../protocol/errors.ts';
import { checkClientCertificate, checkOrganisations } from '../signing/client-certificate.ts';
import { checkRevocation } from '../signing/revocation.ts';
import { check } from './call-facts.ts';

/** Before the signature: a TLS server would not even listen to a client that it refuses. */
export const CHECK_OF_CONNECTION = check({
  name: 'client certificate',
  rules: ['TLS-02', 'TPP-06'],
  needs: ['request', 'role', 'reportFinding'],
  gives: [],
  async run({ request: { qwac: sent }, role, reportFinding }, tools) {
    // A bank that only requests certificates takes requests without one.
    if (sent === undefined && tools.mtls === 'request') return;
    try {
      checkClientCertificate({ sent, role, anchors: tools.anchors(), now: tools.now() });
      if (sent !== undefined) {
        await checkRevocation(sent.certificate, tools.isRevoked(sent.certificate));
      }
    } catch (refusal) {
      if (!(refusal instanceof ApiError) || tools.mtls === 'require') throw refusal;
      reportFinding(refusal.rule, refusal.message);
    }
  },
});

export const CHECKS_AFTER_SIGNATURE = [
  check({
    name: 'revocation',
    rules: ['TPP-06'],
    needs: ['sent'],
    gives: [],
    run({ sent: { certificate } }, { isRevoked }) {
      const revoked = isRevoked(certificate);
      // Nearly every certificate was seen before, and to wait for nothing takes time too.
      if (revoked === false) return undefined;
      return checkRevocation(certificate, revoked, { path: 'TPP-Signature-Certificate' });
    },
  }),
  check({
    name: 'organisations',
    rules: ['TLS-03'],
    needs: ['request', 'tpp', 'reportFinding'],
    gives: [],
    run: ({ request: { qwac }, tpp, reportFinding }) =>
      checkOrganisations(qwac?.identity, tpp, reportFinding),
  }),
] as const;
