// Opens SCA links and posts their forms as a browser without JavaScript does.
import { type Answer, send } from './http.ts';

export interface ScaPage {
  readonly answer: Answer;
  /** identify, context or approve: what the page's main button does. */
  readonly step: string;
  readonly token: string;
  readonly action: string;
  /** Ids of the accounts that can be ticked. */
  readonly accounts: readonly string[];
  /** Values of the contexts that can be chosen. */
  readonly choices: readonly string[];
}

export type Fields = readonly (readonly [name: string, value: string])[];

/** That address, or the one that the answer redirects the PSU to. */
export async function openPage(to: string | Answer): Promise<ScaPage> {
  const href = typeof to === 'string' ? to : to.body._links.scaRedirect.href;
  return pageOf(await send({ method: 'GET', url: href }), href);
}

/** Posts the page's form. A 303 is followed; anything else comes back as it is. */
export async function post(page: ScaPage, fields: Fields): Promise<ScaPage> {
  const body = new URLSearchParams({ token: page.token });
  for (const [name, value] of fields) body.append(name, value);
  const answer = await send({
    method: 'POST',
    url: page.action,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: body.toString(),
  });
  if (answer.status !== 303) return pageOf(answer, page.action);
  return openPage(new URL(String(answer.headers['location']), page.action).href);
}

export const identify = (page: ScaPage, nationalId: string): Promise<ScaPage> =>
  post(page, [
    ['do', 'identify'],
    ['nationalId', nationalId],
  ]);

/** The context to act in. */
export const choose = (page: ScaPage, choice = ''): Promise<ScaPage> =>
  post(page, [
    ['do', 'context'],
    ['choice', choice],
  ]);

export const approve = (page: ScaPage, accounts = page.accounts): Promise<ScaPage> =>
  post(page, [['do', 'approve'], ...accounts.map((id) => ['account', id] as const)]);

export const cancel = (page: ScaPage): Promise<ScaPage> => post(page, [['do', 'cancel']]);

/** Where the PSU was sent. Throws when the page went on instead. */
export function redirectOf(page: ScaPage): URL {
  const { status, headers, text } = page.answer;
  if (status !== 302) throw new Error(`no redirect but ${status}: ${text.slice(0, 300)}`);
  return new URL(String(headers['location']));
}

function pageOf(answer: Answer, base: string): ScaPage {
  const { text } = answer;
  const form = /<form[^>]*method="post"[^>]*>/i.exec(text)?.[0] ?? '';
  const action = attribute(form, 'action');
  return {
    answer,
    step: /name="do"[^>]*value="(identify|context|approve)"/.exec(text)?.[1] ?? '',
    token: attribute(/<input[^>]*name="token"[^>]*>/.exec(text)?.[0] ?? '', 'value'),
    action: action === '' ? base : new URL(action, base).href,
    accounts: inputs(text, 'account'),
    choices: inputs(text, 'choice'),
  };
}

function inputs(html: string, name: string): string[] {
  const tags = html.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, 'g'));
  return [...tags].map(([tag]) => attribute(tag, 'value'));
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value.replaceAll('&amp;', '&').replaceAll('&#34;', '"').replaceAll('&#39;', "'");
}
