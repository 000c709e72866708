// What the views need to know besides the page's own model, decided here so that they need no logic: the
// title, how far the steps have come, the words around what is approved. Pure.

import type { AccountChoice, ApprovalView, ScaPage } from '../../bank/sca/page-model.ts';
import { defined } from '../../kernel/defined.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { PageLanguage } from './page-language.ts';

const STEPS = ['identify', 'context', 'approve'] as const;

/** What the layout and the parts need to know besides the page's own model. */
export interface About {
  readonly language: Language;
  readonly title: string;
  readonly failed?: boolean;
  readonly wide?: boolean;
  /** With the console's navigation beside it. */
  readonly console?: boolean;
  /** With `views/assets/console.js`. */
  readonly script?: boolean;
  /** Markup of our own, for the manual. */
  readonly body?: string;
  readonly steps?: readonly { readonly name: string; readonly state: 'done' | 'now' | 'later' }[];
  readonly approval?: ApprovalWords;
}

export function aboutSca(page: ScaPage, { text }: PageLanguage): About {
  const needed = STEPS.filter((name) => name !== 'context' || page.choosesContext);
  const at = page.step === 'waiting' ? needed.length - 1 : needed.indexOf(page.step);
  const steps = needed.map(
    (name, i) => ({ name, state: i < at ? 'done' : i === at ? 'now' : 'later' }) as const,
  );
  const approval = page.step === 'approve' ? approvalWords(page.approval) : undefined;
  const title =
    approval === undefined ? text(`${page.step}.title`) : text(approval.title, approval.values);
  return {
    language: page.language,
    title,
    failed: 'error' in page && page.error !== undefined,
    steps,
    ...defined({ approval }),
  };
}

/** Keys of the texts around what is approved, what fills them in, and what can be ticked. */
interface ApprovalWords {
  readonly title: string;
  readonly intro: string;
  readonly approve: string;
  readonly cancel: string;
  readonly values: { readonly n: number };
  readonly groups: readonly {
    readonly legend: string;
    readonly accounts: readonly AccountChoice[];
  }[];
}

function approvalWords(approval: ApprovalView): ApprovalWords {
  const { kind } = approval;
  const words = {
    title: `${kind}.title`,
    intro: `${kind}.intro`,
    approve: `${kind}.approve`,
    cancel: 'action.cancel',
    values: { n: 0 },
    groups: [],
  };
  if (kind === 'session') return words;
  if (kind === 'access') {
    const { accounts } = approval;
    const groups = [
      { legend: 'access.accounts', accounts: accounts.filter((row) => row.kind === 'account') },
      { legend: 'access.cards', accounts: accounts.filter((row) => row.kind === 'card') },
    ].filter((group) => group.accounts.length > 0);
    // A person without accounts can go on all the same (MAGIC-01).
    const approve = groups.length > 0 ? words.approve : 'access.approveNone';
    return { ...words, groups, approve };
  }
  const { payments } = approval;
  const cancel = kind === 'cancellation' ? 'cancellation.keep' : words.cancel;
  if (payments.length === 1) {
    const periodic = kind === 'payment' && payments[0]?.frequency !== undefined;
    if (!periodic) return { ...words, cancel };
    return { ...words, title: 'payment.periodicTitle', approve: 'payment.approvePeriodic' };
  }
  return {
    ...words,
    title: `${kind}.titleMany`,
    approve: `${kind}.approveMany`,
    cancel: kind === 'cancellation' ? 'cancellation.keepMany' : cancel,
    values: { n: payments.length },
  };
}
