// A request that has the object of its headers only if somebody asks for it. Node itself asks each one for Expect, and
// would make the object for that; the bank reads the raw headers. A server that has Node refuse requests without Host
// cannot use it.
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http';

const ofNode = Object.getOwnPropertyDescriptor(
  IncomingMessage.prototype,
  'headers',
) as PropertyDescriptor & ThisType<IncomingMessage>;

const WITHOUT_EXPECT: IncomingHttpHeaders = Object.freeze({});

export class LeanRequest extends IncomingMessage {
  /** Node has handed the request over, so that others ask now. */
  isHandedOver = false;
}

Object.defineProperty(LeanRequest.prototype, 'headers', {
  ...ofNode,
  get(this: LeanRequest): IncomingHttpHeaders {
    const isEmpty = !this.isHandedOver && !expects(this.rawHeaders);
    return isEmpty ? WITHOUT_EXPECT : ofNode.get?.call(this);
  },
});

function expects(flat: readonly string[]): boolean {
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at] as string;
    if (name.length === 6 && name.toLowerCase() === 'expect') return true;
  }
  return false;
}
