// What the bank accepts but warns about: WARNING messages in the answer to a create.
import { type TppMessage, warningMessage } from '../../protocol/errors.ts';
import type { Problem } from './check-payment.ts';
import type { Entry } from './request-body.ts';

/** As many as a refusal has (PAY-02). */
const MAX_WARNINGS = 20;

/** In the order of the body. @param gaps what will be refused once PAY-10 is enforced */
export function warningsOf(
  entries: readonly Entry[],
  gaps: readonly Problem[],
): readonly TppMessage[] {
  const warnings = [
    ...gaps.map(({ path, text }) => ({
      path,
      text: `${text} The bank will refuse it once structured addresses are enforced.`,
    })),
    ...entries.flatMap(ofEntry),
  ];
  return warnings
    .slice(0, MAX_WARNINGS)
    .map(({ path, text }) => warningMessage('FORMAT_ERROR', text, path));
}

function ofEntry({ body, path }: Entry): readonly Problem[] {
  const warnings: Problem[] = [];
  if (body.creditorAddress?.city !== undefined) {
    const text = 'city is deprecated: send townName.';
    warnings.push({ path: `${path}/creditorAddress/city`, text });
  }
  const single = body.remittanceInformationStructured !== undefined;
  if (single) {
    const text =
      'remittanceInformationStructured is deprecated: send remittanceInformationStructuredArray.';
    warnings.push({ path: `${path}/remittanceInformationStructured`, text });
  }
  const structured = single || body.remittanceInformationStructuredArray !== undefined;
  if (structured && body.remittanceInformationUnstructured !== undefined) {
    const text =
      'Send structured or unstructured remittance, not both; the creditor gets the structured one.';
    warnings.push({ path: `${path}/remittanceInformationUnstructured`, text });
  }
  return warnings;
}
