// What a fault did, as the end of a sentence that begins with "the bank".
import type { Fault } from '../../protocol/generated/schemas.ts';

type Effect = Fault['effect'];

const TEXTS: { readonly [E in keyof Effect]?: (effect: Effect) => string } = {
  advance: ({ advance }) => `moved its clock by ${advance}`,
  revokeConsents: () => 'revoked every consent',
  retryAfter: ({ retryAfter }) => `asked to wait ${retryAfter} s`,
  html: () => 'answered with a page',
  delayMs: ({ delayMs }) => `answered after ${Number(delayMs) / 1000} s`,
  truncate: ({ truncate }) => `cut its answer after ${truncate} bytes`,
  malformed: () => 'damaged its answer',
  reset: () => 'reset the connection, and did nothing else',
  loseReply: () => 'did what was asked, and its answer was lost',
  scaPageDown: () => 'could not show the SCA page',
  extraMembers: () => 'added members to its answer',
  callback: ({ callback }) => `changed the callback: ${JSON.stringify(callback)}`,
};

/** `answered 503, asked to wait 20 s`. */
export function effectText(effect: Effect): string {
  const { status = '', code = '' } = effect;
  const refused = `${status} ${code}`.trim();
  const parts = Object.entries(TEXTS).flatMap(([name, text]) =>
    name in effect ? [text(effect)] : [],
  );
  return [...(refused === '' ? [] : [`answered ${refused}`]), ...parts].join(', ');
}
