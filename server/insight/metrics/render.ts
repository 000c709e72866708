// Families as text in the Prometheus format. Imported when somebody scrapes, so that other banks do not load it.
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import type { Reply } from '../../protocol/reply.ts';
import type { Family } from './families.ts';

export async function rendered(families: readonly Family[]): Promise<NonNullable<Reply['text']>> {
  // Takes values that were counted elsewhere: its own counters cost more per request than the bank may spend.
  const counted = families.map((family) => ({ ...family, aggregator: 'first' }));
  const registry = AggregatorRegistry.aggregate<PrometheusContentType>([counted]);
  return { type: registry.contentType, content: await registry.metrics() };
}
