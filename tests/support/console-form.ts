// Pages of the console as a program reads them: what their forms hold, and the commands they show.
import { type Answer, send } from './http.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&#34;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

export const plain = (html: string): string =>
  html.replace(/&(?:#34|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? '');

export const openPage = (console: string, path: string): Promise<Answer> =>
  send({ method: 'GET', url: `${console}/${path}`, headers: [['Accept', 'text/html']] });

export const postForm = (
  console: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> =>
  send({
    method: 'POST',
    url: `${console}/${path}`,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: String(new URLSearchParams(fields)),
  });

/** What "Send a signed request" is filled in with. */
export function templateIn(html: string) {
  const form = html.slice(html.lastIndexOf('<form method="post"'));
  const found = (pattern: RegExp) => plain(pattern.exec(form)?.[1] ?? '');
  return {
    method: found(/<option selected>(\w+)/),
    path: found(/name="path" value="([^"]*)"/),
    person: found(/<option value="(\d*)" selected>/),
    headers: found(/name="headers"[^>]*>([^<]*)</),
    body: found(/name="body"[^>]*>([^<]*)</),
  };
}

/** All that the form of "Send a signed request" would send, also what is not seen. */
export function formIn(html: string): Readonly<Record<string, string>> {
  const form = html
    .slice(html.lastIndexOf('<form method="post"'))
    .replace(/<noscript>.*?<\/noscript>/gs, '');
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const selects = [...form.matchAll(/<select name="(\w+)">(.*?)<\/select>/gs)];
  return {
    ...Object.fromEntries(fields.map(([, name, value = '']) => [name, plain(value)])),
    ...Object.fromEntries(
      selects.map(([, name, options = '']) => {
        const [, chosen = ''] = /value="([^"]*)" selected/.exec(options) ?? [];
        return [name, plain(chosen)];
      }),
    ),
    ...templateIn(html),
  };
}

/** Fills a template in, sends it, and says what was answered. */
export async function sendTemplate(console: string, query: string, change: object = {}) {
  const page = await openPage(console, `send?${query}`);
  const wish = { ...templateIn(page.text), ...change };
  const { text } = await postForm(console, 'send', wish);
  const status = Number(/<h2 id="answer">[^<]*<span[^>]*>(\d+)</.exec(text)?.[1]);
  return { wish, status, text: plain(text), hint: page.text.includes('class="missing"') };
}

/** The commands of the page's buttons, as one pastes them. */
export const commandsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<pre[^>]*><code>((?:npx sandbank|curl) [^<]*)<\/code>/g)].map(([, text]) =>
    plain(text ?? ''),
  );
