import { Counter, Gauge } from 'prom-client';

/** What the tracking side tells `/metrics`. One set for the process, however many collectors run in it. */
const clicks = new Counter({
  name: 'inflow_clicks_total',
  help: 'Clicks on links by what became of them: recorded, refused (ad not live), passed (HEAD, prefetch), lost (disk).',
  labelNames: ['outcome'] as const,
});

const collected = new Counter({
  name: 'inflow_events_total',
  help: 'Events sent to /collect and /s2s by outcome: accepted, duplicate, rejected, deferred (kept on disk).',
  labelNames: ['door', 'outcome'] as const,
});

/** Asked for the bytes that wait in each spool of this process. */
export const spools = new Set<() => number>();

// Registers itself.
new Gauge({
  name: 'inflow_spool_waiting_bytes',
  help: 'Bytes of acknowledged events on disk that the database has not stored yet.',
  collect() {
    this.set([...spools].reduce((sum, waiting) => sum + waiting(), 0));
  },
});

/** Bound once: labels cost more than the click itself. */
export const clickOutcome = {
  recorded: clicks.labels('recorded'),
  refused: clicks.labels('refused'),
  passed: clicks.labels('passed'),
  lost: clicks.labels('lost'),
};

/** Counts what a request's events came to. */
export function countEvents(
  door: 'collect' | 's2s',
  answer: { accepted: number; duplicates: number; rejected: readonly unknown[]; deferred?: true },
): void {
  collected.inc({ door, outcome: answer.deferred ? 'deferred' : 'accepted' }, answer.accepted);
  collected.inc({ door, outcome: 'duplicate' }, answer.duplicates);
  collected.inc({ door, outcome: 'rejected' }, answer.rejected.length);
}
