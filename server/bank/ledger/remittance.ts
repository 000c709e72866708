// The forms in which the interface repeats remittance data: text and array, structured and array.
import type { JsonObject } from '../../protocol/json.ts';

/** Type of a structured reference that is a KID (PAY-05). */
export const KID_TYPE = 'SCOR';

export interface StructuredReference extends JsonObject {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** What a transaction says to its receiver. */
export interface Remittance {
  readonly unstructured?: readonly string[];
  readonly structured?: readonly StructuredReference[];
}

/** All members of ACC-04 for it: each array together with its first entry under the older name. */
export function remittanceMembers(remittance: Remittance): JsonObject {
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
export function remittanceOf(body: JsonObject): Remittance {
  const text = body['remittanceInformationUnstructured'];
  const texts = body['remittanceInformationUnstructuredArray'];
  const reference = body['remittanceInformationStructured'];
  const references = body['remittanceInformationStructuredArray'];
  return {
    unstructured: (texts ?? (text === undefined ? [] : [text])) as readonly string[],
    structured: (references ??
      (reference === undefined ? [] : [reference])) as readonly StructuredReference[],
  };
}
