// An answer of the signed API as text: status, the headers that matter, body, and what to do next.
import { type Answer, scaRedirect } from '../client/tpp.ts';

const SHOWN_HEADERS = [
  'x-request-id',
  'sandbank-findings',
  'sandbank-verdict',
  'sandbank-fault',
  'allow',
  'retry-after',
  'content-language',
];

export function printAnswer(answer: Answer): string {
  const { response, text, json } = answer;
  const headers = Object.entries(shownHeaders(response)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return [
    `HTTP ${response.status} ${response.statusText}`.trimEnd(),
    ...headers,
    ...(body === '' ? [] : ['', body]),
    ...nextStep(answer),
  ].join('\n');
}

/** The same for programs. */
export function answerAsJson({ response, text, json }: Answer): object {
  const { status } = response;
  return { status, headers: shownHeaders(response), body: json ?? text };
}

function shownHeaders(response: Response): Record<string, string> {
  const present = SHOWN_HEADERS.filter((name) => response.headers.has(name));
  return Object.fromEntries(
    present.map((name) => {
      const value = response.headers.get(name) ?? '';
      // The bank sends a path.
      return [name, name === 'sandbank-verdict' ? new URL(value, response.url).href : value];
    }),
  );
}

function nextStep(answer: Answer): readonly string[] {
  const link = scaRedirect(answer);
  const verdict = shownHeaders(answer.response)['sandbank-verdict'];
  if (link !== undefined) {
    return [
      '',
      `The PSU approves at ${link}`,
      `or without a browser:  sandbank approve ${link} --as jonas`,
      ...(answer.response.status < 400
        ? []
        : ['or all in one: send it again with --as jonas, or with --browser.']),
    ];
  }
  if (verdict === undefined) return [];
  const what = answer.response.status < 400 ? 'What to correct' : 'Why';
  return ['', `${what}: ${verdict}`];
}
