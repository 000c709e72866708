// The whole table for one request, in the order in which transforms are applied: what a client does first
// comes first.
import { formsOfBody, STRING_LIMITS } from '../body/body-forms.ts';
import { redirectTransforms } from '../transforms/addresses.ts';
import { dateAndIdTransforms } from '../transforms/dates-and-ids.ts';
import { digestTransforms } from '../transforms/digest-line.ts';
import { joiningTransforms } from '../transforms/joining.ts';
import { nameTransforms } from '../transforms/names.ts';
import { orderTransforms } from '../transforms/order.ts';
import { putInTransforms } from '../transforms/put-in.ts';
import { targetTransforms } from '../transforms/request-target.ts';
import { valuesOfLines } from '../transforms/values.ts';
import { wholeTransforms } from '../transforms/whole.ts';
import type { StringContext, Transform } from './transform.ts';

export function allTransforms(context: StringContext): readonly Transform[] {
  const { forms } = formsOfBody(context.request.body, STRING_LIMITS);
  return [
    ...dateAndIdTransforms(context),
    ...redirectTransforms(context),
    ...targetTransforms(context),
    ...digestTransforms(context, forms),
    ...valuesOfLines(context),
    ...orderTransforms(context),
    ...putInTransforms(context),
    ...nameTransforms(context),
    ...joiningTransforms(context),
    ...wholeTransforms(context, forms),
  ];
}
