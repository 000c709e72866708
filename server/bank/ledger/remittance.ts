// The forms in which the interface repeats remittance data: text and array, structured and array.
import type {
  SandboxTransactionEntry,
  StructuredRemittance,
} from '../../protocol/generated/schemas.ts';

/** Type of a structured reference that is a KID (PAY-05). */
export const KID_TYPE = 'SCOR';

/** What a transaction says to its receiver. */
export interface Remittance {
  readonly unstructured?: readonly string[];
  readonly structured?: readonly StructuredRemittance[];
}

/** The members of a body that say it. */
export type RemittanceMembers = Pick<
  SandboxTransactionEntry,
  | 'remittanceInformationUnstructured'
  | 'remittanceInformationUnstructuredArray'
  | 'remittanceInformationStructured'
  | 'remittanceInformationStructuredArray'
>;

/** All members of ACC-04 for it: each array together with its first entry under the older name. */
export function remittanceMembers(remittance: Remittance): RemittanceMembers {
  const { unstructured = [], structured = [] } = remittance;
  return {
    ...(unstructured[0] === undefined
      ? {}
      : {
          remittanceInformationUnstructured: unstructured[0],
          remittanceInformationUnstructuredArray: unstructured,
        }),
    ...(structured[0] === undefined
      ? {}
      : {
          remittanceInformationStructured: structured[0],
          remittanceInformationStructuredArray: structured,
        }),
  };
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
