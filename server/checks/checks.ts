// The order of checks (ORD-01): one table that the bank runs, and that the verdict, the explainer, the
// documentation and the tests read.

import type { Call, Operation } from '../bank/banks/operation.ts';
import { checkFault } from '../bank/faults/fault.ts';
import { useUpSca } from '../bank/sca/sca-policy.ts';
import { answerWithSca, ScaNeeded } from '../bank/sca/start-flow.ts';
import { checkRegistration } from '../bank/tpps/tpp-rows.ts';
import { dateAt } from '../kernel/dates.ts';
import { after, rescued, type Soon } from '../kernel/soon.ts';
import { ApiError } from '../protocol/errors.ts';
import { isFixed } from '../protocol/fixes.ts';
import type { Mtls } from '../protocol/mtls.ts';
import type { Reply } from '../protocol/reply.ts';
import { type Check, without } from '../protocol/run-checks.ts';
import { checkClientCertificate, checkOrganisations } from '../signing/client-certificate.ts';
import { SIGNATURE_CHECKS } from '../signing/signature-checks.ts';
import { checkRevocation } from '../signing/trust.ts';
import { type CallFacts, type CallTools, check } from './call-facts.ts';
import { CONTENT_CHECKS } from './content-checks.ts';

/** Checks that run before the bank's transaction. */
const CHECKS_OF_REQUEST = [
  check({
    name: 'size',
    rules: ['HDR-06'],
    needs: ['readBody'],
    gives: ['body'],
    run: ({ readBody }) => after(readBody(), (body) => ({ body })),
  }),
  check({
    name: 'path and method',
    rules: ['ERR-01', 'PAY-01'],
    needs: ['request'],
    gives: ['matched', 'role'],
    run({ request }, { route }) {
      const matched = route(request.method, request.path);
      return { matched, role: matched.row.role };
    },
  }),
  // Before the signature: a TLS server would not even listen to a client that it refuses.
  check({
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
  }),
  ...SIGNATURE_CHECKS,
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

interface CheckSettings {
  /** Certificates must lead to a trusted one (TPP-02). */
  readonly checksTrust: boolean;
  readonly mtls: Mtls;
}

/** The checks of a request that a bank with these settings runs. */
export function checksOfRequest({ checksTrust, mtls }: CheckSettings) {
  const trusting: readonly CheckName[] = checksTrust ? [] : ['trust'];
  const plain: readonly CheckName[] = mtls === 'off' ? ['client certificate', 'organisations'] : [];
  return without<Check<CallFacts, CallTools, CheckName>>(CHECKS_OF_REQUEST, ...trusting, ...plain);
}

/**
 * Checks inside the bank's transaction. If one refuses, the transaction is rolled back, and no new bank is
 * created (BANK-01).
 */
export const CHECKS_IN_BANK = [
  check({
    name: 'fault',
    rules: ['FAULT-01'],
    needs: ['fault', 'exercises'],
    gives: [],
    run: ({ fault, exercises }) => checkFault(fault, exercises),
  }),
  check({
    name: 'registration',
    rules: ['TPP-05'],
    needs: ['bank', 'tpp'],
    gives: [],
    run: ({ bank, tpp }) => checkRegistration(bank, tpp),
  }),
  ...CONTENT_CHECKS,
  check({
    name: 'operation',
    rules: [],
    needs: [
      'request',
      'bank',
      'tpp',
      'matched',
      'callHeaders',
      'query',
      'content',
      'reportFinding',
      'exercises',
      'isAbout',
    ],
    gives: ['reply'],
    run(known) {
      const { request, bank, tpp, matched, callHeaders, query, content } = known;
      const { row, params } = matched;
      const call: Call = {
        bank,
        today: dateAt(bank.now),
        tpp,
        role: row.role,
        headers: callHeaders,
        params,
        query,
        body: content.value,
        target: request.query === '' ? request.path : `${request.path}?${request.query}`,
        baseUrl: request.baseUrl,
        finding: known.reportFinding,
        exercises: known.exercises,
        isAbout: known.isAbout,
      };
      return after(replyOf(row, call), (reply) => {
        if (row.headers === 'sandbox') return { reply };
        // ACC-09: the signed API once answered amounts as numbers; the sandbox operations never did.
        const { acceptFix } = callHeaders;
        const shown = isFixed('amount-as-string', { acceptFix, today: call.today })
          ? { reply }
          : { reply: { ...reply, amounts: 'numbers' as const } };
        // SES-07 applies to the PSU's calls.
        return reply.status < 400 ? after(useUpSca(call), () => shown) : shown;
      });
    },
  }),
] as const;

/** Answers a refusal that an SCA would lift, inside the transaction that also stores the SCA flow. */
const replyOf = (row: Operation, call: Call): Soon<Reply> =>
  rescued(
    () => row.handle(call),
    (refusal) => {
      if (!(refusal instanceof ScaNeeded)) throw refusal;
      return answerWithSca(call, refusal);
    },
  );

/** Every check of a signed request, in order. */
export const CHECKS = [...CHECKS_OF_REQUEST, ...CHECKS_IN_BANK] as const;

export type CheckName = (typeof CHECKS)[number]['name'];

export const CHECK_NAMES: readonly CheckName[] = CHECKS.map(({ name }) => name);
