// Families as text in the Prometheus format.
import type { Reply } from '../../protocol/reply.ts';
import type { Family, Sample } from './families.ts';

export const rendered = (families: readonly Family[]): NonNullable<Reply['text']> => ({
  type: 'text/plain; version=0.0.4; charset=utf-8',
  content: families.map((family) => `${linesOf(family).join('\n')}\n`).join(''),
});

const linesOf = ({ name, help, type, values }: Family): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...values.map((sample) => lineOf(name, sample)),
];

function lineOf(family: string, { metricName = family, labels, value }: Sample): string {
  // What must be escaped in a label is escaped in JSON's way.
  const pairs = Object.entries(labels).map(([name, text]) => `${name}=${JSON.stringify(text)}`);
  return `${metricName}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}
