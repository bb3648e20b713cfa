import { Counter, Gauge } from 'prom-client';

/** Metrics of the tracking endpoints, one set per process. */
const clicks = new Counter({
  name: 'inflow_clicks_total',
  help: 'Clicks on links by outcome: recorded, refused (ad not live), passed (HEAD, prefetch), lost (disk).',
  labelNames: ['outcome'] as const,
});

const collected = new Counter({
  name: 'inflow_events_total',
  help: 'Events sent to /collect and /s2s by outcome: accepted, duplicate, rejected, deferred (stored later).',
  labelNames: ['door', 'outcome'] as const,
});

/** Callbacks that return the pending bytes of each spool in this process. */
export const spools = new Set<() => number>();

// Registers itself.
new Gauge({
  name: 'inflow_spool_waiting_bytes',
  help: 'Bytes of acknowledged events on disk that the database has not stored yet.',
  collect() {
    this.set([...spools].reduce((sum, waiting) => sum + waiting(), 0));
  },
});

/** Bound once: a label lookup costs more than the click itself. */
export const clickOutcome = {
  recorded: clicks.labels('recorded'),
  refused: clicks.labels('refused'),
  passed: clicks.labels('passed'),
  lost: clicks.labels('lost'),
};

/** Counts the events of a request by outcome. */
export function countEvents(
  door: 'collect' | 's2s' | 'postback',
  answer: { accepted: number; duplicates: number; rejected: readonly unknown[]; deferred?: true },
): void {
  collected.inc({ door, outcome: answer.deferred ? 'deferred' : 'accepted' }, answer.accepted);
  collected.inc({ door, outcome: 'duplicate' }, answer.duplicates);
  collected.inc({ door, outcome: 'rejected' }, answer.rejected.length);
}
