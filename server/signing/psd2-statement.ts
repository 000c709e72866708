// The PSD2 statement among a certificate's QCStatements (ETSI TS 119 495, 5.1): roles and authority.
import type { PspRole } from '../protocol/tpp.ts';
import { childrenOf, type DerElement, DerError, readDer, readOid, readText, TAG } from './der.ts';

export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
export const PSD2_STATEMENT = '0.4.0.19495.2';

export const ROLE_OIDS: Readonly<Record<PspRole, string>> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};
const ROLE_OF_OID = new Map(
  Object.entries(ROLE_OIDS).map(([role, oid]) => [oid, role as PspRole] as const),
);

export interface Psd2Statement {
  readonly roles: readonly PspRole[];
  /** Name of the national competent authority. */
  readonly ncaName: string;
  /** For instance `NO-FSA`. */
  readonly ncaId: string;
}

/** @param value the QCStatements extension's content. `undefined` when PSD2 is not among them. */
export function readPsd2Statement(value: Buffer): Psd2Statement | undefined {
  const statement = childrenOf(readDer(value), TAG.SEQUENCE)
    .map((element) => childrenOf(element, TAG.SEQUENCE))
    .find(([id]) => readOid(id) === PSD2_STATEMENT);
  if (statement === undefined) return undefined;
  const [roles, ncaName, ncaId] = childrenOf(statement[1], TAG.SEQUENCE);
  return {
    roles: childrenOf(roles, TAG.SEQUENCE)
      .map((role) => ROLE_OF_OID.get(readOid(childrenOf(role, TAG.SEQUENCE)[0])))
      .filter((role) => role !== undefined),
    ncaName: requiredText(ncaName),
    ncaId: requiredText(ncaId),
  };
}

function requiredText(element: DerElement | undefined): string {
  const text = element === undefined ? undefined : readText(element);
  if (text === undefined) throw new DerError('the PSD2 statement lacks its authority');
  return text;
}
