// Completes the SCA page like a browser without JavaScript: opens the link, fills in the forms, and stops
// at the redirect to the TPP.
import type { Tour } from './tour.ts';

const MAX_PAGES = 8;

/** @returns the redirect to the TPP-Redirect-URI */
export async function walkSca(tour: Tour, href: string, nationalId: string): Promise<URL> {
  let response = await fetch(href, { redirect: 'manual' });
  show(tour, 'GET', href, response, 'the link opens the SCA page');
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const location = response.headers.get('location');
    if (response.status === 302 && location !== null) return new URL(location);
    if (response.status === 303 && location !== null) {
      response = await fetch(location, { redirect: 'manual' });
      continue;
    }
    const html = await response.text();
    const form = formOf(html, response.url);
    const fields = answersTo(html, nationalId);
    const shows = fields.get('do') ?? '';
    response = await fetch(form, { method: 'POST', body: fields, redirect: 'manual' });
    show(tour, 'POST', form, response, `the PSU sends the form: ${shows}`);
  }
  throw new Error('the SCA page did not end');
}

/** Every field of the page's form, filled in; every box ticked. */
function answersTo(html: string, nationalId: string): URLSearchParams {
  const fields = new URLSearchParams();
  fields.set('token', attributeOf(tagsOf(html, 'input', 'name="token"')[0], 'value'));
  const [step = ''] = ['identify', 'context', 'approve'].filter((one) =>
    html.includes(`name="do" value="${one}"`),
  );
  fields.set('do', step);
  if (html.includes('name="nationalId"')) fields.set('nationalId', nationalId);
  if (step === 'context') fields.set('choice', 'PRIVATE');
  for (const input of tagsOf(html, 'input', 'name="account"')) {
    fields.append('account', attributeOf(input, 'value'));
  }
  return fields;
}

function formOf(html: string, base: string): string {
  return new URL(attributeOf(tagsOf(html, 'form', 'method="post"')[0], 'action'), base).href;
}

const tagsOf = (html: string, name: string, attribute: string): readonly string[] =>
  [...html.matchAll(/<[a-z]+ [^<>]*>/g)].flatMap(([tag]) =>
    tag.startsWith(`<${name} `) && tag.includes(attribute) ? [tag] : [],
  );

function attributeOf(tag: string | undefined, name: string): string {
  const value = tag?.split(` ${name}="`)[1]?.split('"')[0];
  if (value === undefined) throw new Error(`the page has no ${name} where one was looked for`);
  return value;
}

function show(tour: Tour, method: string, href: string, response: Response, shows: string): void {
  tour.line({ method, path: new URL(href).pathname, status: response.status, shows });
}
