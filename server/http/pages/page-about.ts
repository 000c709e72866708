// What the views need to know besides the page's own model, decided here so that they need no logic: the
// title, how far the steps have come, the words around what is approved. Pure.

import type { AccountChoice, ApprovalView, EndPage, ScaPage } from '../../bank/sca/page-model.ts';
import { defined } from '../../kernel/defined.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { PageLanguage } from './page-language.ts';

const STEPS = [
  { name: 'identify', label: 'journey.identify' },
  { name: 'context', label: 'journey.context' },
  { name: 'approve', label: 'journey.approve' },
] as const;

const TITLES = {
  identify: 'identify.title',
  context: 'context.title',
  approve: 'access.title',
  waiting: 'waiting.title',
} as const;

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
  readonly steps?: readonly { readonly label: string; readonly state: 'done' | 'now' | 'later' }[];
  readonly approval?: ApprovalWords;
}

export function aboutSca(page: ScaPage, { text }: PageLanguage): About {
  const needed = STEPS.filter(({ name }) => name !== 'context' || page.choosesContext);
  const at =
    page.step === 'waiting'
      ? needed.length - 1
      : needed.findIndex(({ name }) => name === page.step);
  const steps = needed.map(
    ({ label }, i) => ({ label, state: i < at ? 'done' : i === at ? 'now' : 'later' }) as const,
  );
  const approval = page.step === 'approve' ? approvalWords(page.approval) : undefined;
  const { title, values } = approval ?? { title: TITLES[page.step], values: {} };
  return {
    language: page.language,
    title: text(title, values),
    failed: 'error' in page,
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

const OF_ACCESS = {
  title: 'access.title',
  intro: 'access.intro',
  approve: 'access.approve',
  cancel: 'action.cancel',
  values: { n: 0 },
  groups: [],
};

const OF_SESSION = {
  ...OF_ACCESS,
  title: 'session.title',
  intro: 'session.intro',
  approve: 'session.approve',
};

const OF_PAYMENTS = {
  payment: {
    intro: 'payment.intro',
    one: { title: 'payment.title', approve: 'payment.approve', cancel: 'action.cancel' },
    many: { title: 'payment.titleMany', approve: 'payment.approveMany', cancel: 'action.cancel' },
  },
  cancellation: {
    intro: 'cancellation.intro',
    one: {
      title: 'cancellation.title',
      approve: 'cancellation.approve',
      cancel: 'cancellation.keep',
    },
    many: {
      title: 'cancellation.titleMany',
      approve: 'cancellation.approveMany',
      cancel: 'cancellation.keepMany',
    },
  },
};

const PERIODIC = { title: 'payment.periodicTitle', approve: 'payment.approvePeriodic' };

function approvalWords(approval: ApprovalView): ApprovalWords {
  const { kind } = approval;
  if (kind === 'session') return OF_SESSION;
  if (kind === 'access') {
    const { accounts } = approval;
    const groups = [
      { legend: 'access.accounts', accounts: accounts.filter((row) => row.kind === 'account') },
      { legend: 'access.cards', accounts: accounts.filter((row) => row.kind === 'card') },
    ].filter((group) => group.accounts.length > 0);
    // A person without accounts can go on all the same (MAGIC-01).
    return groups.length > 0
      ? { ...OF_ACCESS, groups }
      : { ...OF_ACCESS, approve: 'access.approveNone' };
  }
  const { payments } = approval;
  const { intro, one, many } = OF_PAYMENTS[kind];
  const isPeriodic = kind === 'payment' && payments[0]?.frequency !== undefined;
  const words = payments.length > 1 ? many : isPeriodic ? { ...one, ...PERIODIC } : one;
  return { intro, ...words, values: { n: payments.length }, groups: [] };
}

export function aboutEnd({ step, language }: EndPage, { word }: PageLanguage): About {
  return { language, title: word('endTitle', step) };
}
