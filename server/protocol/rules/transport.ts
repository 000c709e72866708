// Rules of the TLS port.
import type { Rule } from './rule.ts';

export const TRANSPORT_RULES = [
  {
    id: 'TLS-01',
    source: ['S', 'O'],
    sentence:
      'With SANDBANK_HTTPS_PORT the bank listens with TLS 1.2 and 1.3 too. Its certificate is issued by the test CA, whose root is at {b}/_sandbox/certificates/ca, and renewed before it ends, without a restart.',
  },
  {
    id: 'TLS-02',
    exercisedBy: 'refusal',
    needs: 'SANDBANK_MTLS',
    sentence:
      'With SANDBANK_MTLS=require every /v1 request needs a connection with a QWAC in force, with the PSD2 role, of the test CA or of SANDBANK_TRUST, otherwise 403 FORBIDDEN. With request, a wrong certificate is a finding.',
  },
  {
    id: 'TLS-03',
    exercisedBy: 'refusal',
    needs: 'SANDBANK_MTLS',
    sentence:
      'A QWAC and a QSealC of different organisations on one request are a finding, if SANDBANK_MTLS asks for QWACs.',
  },
] as const satisfies readonly Rule[];
