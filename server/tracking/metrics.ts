import { Counter, Gauge, Histogram } from 'prom-client';

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

/** Backlog of a spool. */
export interface SpoolBacklog {
  readonly bytes: number;
  /** Milliseconds since the database last held all of its events; 0 while none waits. */
  readonly lagMs: number;
}

/** Callbacks that return the backlog of each spool in this process. */
export const spools = new Set<() => SpoolBacklog>();

// Registers itself.
new Gauge({
  name: 'inflow_spool_waiting_bytes',
  help: 'Bytes of acknowledged events on disk that the database has not stored yet.',
  collect() {
    this.set([...spools].reduce((sum, backlog) => sum + backlog().bytes, 0));
  },
});

new Gauge({
  name: 'inflow_drain_lag_seconds',
  help: 'Seconds since the database last held every acknowledged event; 0 while none waits.',
  collect() {
    this.set(Math.max(0, ...[...spools].map((backlog) => backlog().lagMs)) / 1000);
  },
});

/** Time until appended events are durable, by batch of one write. */
export const appendTime = new Histogram({
  name: 'inflow_append_seconds',
  help: 'Seconds until events are durable in the event log, by batch.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

/** Bound once: a label lookup costs more than the click itself. */
export const clickOutcome = {
  recorded: clicks.labels('recorded'),
  refused: clicks.labels('refused'),
  passed: clicks.labels('passed'),
  lost: clicks.labels('lost'),
};
// A series that starts with its first click shows no increase, so no alert.
for (const outcome of Object.values(clickOutcome)) outcome.inc(0);

/** Counts the events of a request by outcome. */
export function countEvents(
  door: 'collect' | 's2s' | 'postback',
  answer: { accepted: number; duplicates: number; rejected: readonly unknown[]; deferred?: true },
): void {
  collected.inc({ door, outcome: answer.deferred ? 'deferred' : 'accepted' }, answer.accepted);
  collected.inc({ door, outcome: 'duplicate' }, answer.duplicates);
  collected.inc({ door, outcome: 'rejected' }, answer.rejected.length);
}
