// The body of a request to make a payment: its type comes from the schemas of the products.
import type { SchemaTypes } from '../../protocol/generated/schemas.ts';
import type { PaymentSchema } from './products.ts';

type AnyRequest = SchemaTypes[PaymentSchema];

/** PAY-19. */
export type BulkBody = Extract<AnyRequest, { readonly payments: unknown }>;

type TransferRequest = Exclude<AnyRequest, BulkBody>;

/**
 * One transfer: a payment of its own, or an entry of a bulk together with the bulk's debtor. It has
 * the members of every product; those that not all products have are optional.
 */
export type PaymentBody = Pick<TransferRequest, keyof TransferRequest> & {
  readonly [M in MemberOf<TransferRequest>]?: Exclude<TypeOf<TransferRequest, M>, undefined>;
};

type MemberOf<Request> = Request extends unknown ? keyof Request : never;
type TypeOf<Request, M> = Request extends unknown
  ? M extends keyof Request
    ? Request[M]
    : never
  : never;

export type RequestBody = PaymentBody | BulkBody;
