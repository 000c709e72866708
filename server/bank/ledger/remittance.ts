// The forms in which the interface repeats remittance data: text and array, structured and array.
import { defined } from '../../kernel/defined.ts';
import type {
  SandboxTransactionEntry,
  StructuredRemittance,
} from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { LineRow } from './tables.ts';

/** Type of a structured reference that is a KID (PAY-05). */
export const KID_TYPE = 'SCOR';

/** What a transaction says to its receiver. */
export interface Remittance {
  readonly unstructured?: readonly string[];
  readonly structured?: readonly StructuredRemittance[];
}

/** The members of a body that say it. */
type RemittanceMembers = Pick<
  SandboxTransactionEntry,
  | 'remittanceInformationUnstructured'
  | 'remittanceInformationUnstructuredArray'
  | 'remittanceInformationStructured'
  | 'remittanceInformationStructuredArray'
>;

/** All members of ACC-04 for it: each array together with its first entry under the older name. */
export function remittanceMembers(remittance: Remittance): RemittanceMembers {
  const { unstructured = [], structured = [] } = remittance;
  const all = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);
  return defined({
    remittanceInformationUnstructured: unstructured[0],
    remittanceInformationUnstructuredArray: all(unstructured),
    remittanceInformationStructured: structured[0],
    remittanceInformationStructuredArray: all(structured),
  });
}

/**
 * ACC-04: the remittance members of a line, the text always among them. Without one,
 * the bank words a text as statements do: the other party and the reference.
 */
export function lineRemittance(line: Pick<LineRow, 'amount' | 'details'>): JsonObject {
  const { unstructured = [], structured = [] } = remittanceOf(line.details as RemittanceMembers);
  const [first] = unstructured;
  const worded = first === undefined ? [wordedText(line, structured[0])] : unstructured;
  return remittanceMembers({ unstructured: worded, structured });
}

/** Never empty, and at most 140 characters: a name has 70, a reference 35, a code 35. */
function wordedText(
  { amount, details }: Pick<LineRow, 'amount' | 'details'>,
  reference: StructuredRemittance | undefined,
): string {
  const outgoing = amount < 0n;
  const name = details[outgoing ? 'creditorName' : 'debtorName'];
  const code = details['proprietaryBankTransactionCode'];
  const fallback = code || (outgoing ? 'BELASTNING' : 'INNBETALING');
  const party = name ? `${outgoing ? 'Til' : 'Fra'}: ${name}` : `${fallback}`;
  if (reference === undefined) return party;
  const label = reference.referenceType === KID_TYPE ? 'KID' : 'Ref';
  return `${party} ${label}: ${reference.reference}`;
}

/** Reads whichever of the four members a body has; the arrays win over the older single members. */
export function remittanceOf(body: RemittanceMembers): Remittance {
  const {
    remittanceInformationUnstructured: text,
    remittanceInformationUnstructuredArray: texts,
    remittanceInformationStructured: reference,
    remittanceInformationStructuredArray: references,
  } = body;
  return {
    unstructured: texts ?? (text === undefined ? [] : [text]),
    structured: references ?? (reference === undefined ? [] : [reference]),
  };
}
