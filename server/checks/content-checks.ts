// The checks of a signed request's content: its headers, its query and its body.

import { suppliesCorporateId } from '../bank/sca/psu.ts';
import { ApiError } from '../protocol/errors.ts';
import type { CallHeaders } from '../protocol/psu-headers.ts';
import { visible } from '../protocol/shown-text.ts';
import type { RoleNeed } from '../protocol/tpp.ts';
import { checkContent } from '../validation/content.ts';
import { checkRequiredHeaders, unknownFixes } from '../validation/headers.ts';
import { parseJsonBody } from '../validation/parse-json.ts';
import { checkQuery } from '../validation/query.ts';
import { check } from './call-facts.ts';

export const CONTENT_CHECKS = [
  check({
    name: 'required headers',
    rules: ['HDR-01', 'HDR-02', 'HDR-03', 'HDR-04'],
    needs: ['request', 'matched'],
    gives: [],
    run: ({ request, matched }) => checkRequiredHeaders(request.headers, matched.row.headers),
  }),
  check({
    name: 'header formats',
    rules: ['HDR-05', 'HDR-08'],
    needs: ['request', 'reportFinding'],
    gives: ['callHeaders'],
    run({ request, reportFinding }, { readHeaders }) {
      const callHeaders = readHeaders(request.headers);
      for (const fix of unknownFixes(callHeaders)) {
        const shown = visible(fix, 80);
        reportFinding(
          'HDR-08',
          `This bank does not know the fix ${shown} in x-accept-fix; it has no effect.`,
        );
      }
      return { callHeaders };
    },
  }),
  check({
    name: 'context',
    rules: ['HDR-10'],
    needs: ['callHeaders', 'role'],
    gives: [],
    run: ({ callHeaders, role }) => checkCorporateContext(callHeaders, role),
  }),
  check({
    name: 'content',
    rules: ['HDR-06'],
    needs: ['request', 'body', 'matched'],
    gives: [],
    run({ request, body, matched }) {
      const facts = { hasBody: body.length > 0, bodyIgnored: matched.row.body === 'ignored' };
      checkContent(request.headers, facts);
    },
  }),
  check({
    name: 'query',
    rules: ['ERR-01'],
    needs: ['request', 'matched', 'reportFinding'],
    gives: ['query'],
    run({ request, matched: { row }, reportFinding }, { validator }) {
      const { values, unknown } = checkQuery(row.query ?? {}, request.query, validator);
      for (const name of unknown) {
        reportFinding(
          'ERR-01',
          `The query parameter ${name} is unknown here; it has no effect.`,
          name,
        );
      }
      row.checkQuery?.(values, request.target);
      return { query: values };
    },
  }),
  check({
    name: 'body',
    rules: ['HDR-06', 'PAY-02', 'PAY-03', 'PAY-04', 'PAY-09'],
    needs: ['body', 'matched'],
    gives: ['content'],
    run({ body, matched: { row } }, { validator }) {
      if (typeof row.body !== 'object') return { content: { value: undefined } };
      const value = parseJsonBody(body);
      validator.body(row.body.schema, value);
      return { content: { value } };
    },
  }),
] as const;

/**
 * HDR-10, as far as headers show it: PSU-Context CORPORATE needs PSU-Corporate-ID. Exceptions are calls
 * without PSU-ID, which can only start the SCA that issues the id, and calls that supply the id.
 */
function checkCorporateContext(headers: CallHeaders, role: RoleNeed): void {
  const { psuContext, psuId, psuCorporateId } = headers;
  if (psuContext !== 'CORPORATE' || psuId === undefined || psuCorporateId !== undefined) return;
  if (suppliesCorporateId({ role })) return;
  const text =
    'PSU-Context is CORPORATE: send PSU-Corporate-ID as well (GET /v1/agreements lists them).';
  throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
}
