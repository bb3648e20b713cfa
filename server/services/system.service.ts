import { register, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { RoleType, systemMeasures, type SystemMeasure } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import type { Database, Dialect } from '../db/database';
import { spools } from '../tracking/metrics';
import { version } from '../../package.json';

/** Value of a measure. */
interface SystemValue extends Pick<SystemMeasure, 'key' | 'group' | 'unit'> {
  /** Null if this process doesn't measure it, or not yet. */
  readonly value: number | null;
  readonly alarm: number | null;
}

/** State of the installation, as this process sees it. */
export interface SystemState {
  readonly version: string;
  readonly database: Dialect;
  readonly startedAt: Date;
  readonly readAt: Date;
  readonly measures: readonly SystemValue[];
}

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Estimates a quantile of a histogram from its cumulative buckets; null without observations. */
function quantileOf(values: Metric['values'], quantile: number): number | null {
  const buckets = values
    // Only buckets have a limit, unlike sum and count.
    .filter(({ labels }) => labels.le !== undefined)
    .map(({ labels, value }) => ({ upTo: labels.le === '+Inf' ? Infinity : Number(labels.le), count: value }))
    .sort((a, b) => a.upTo - b.upTo);
  const rank = quantile * (buckets.at(-1)?.count ?? 0);
  if (rank === 0) return null;
  let below = { upTo: 0, count: 0 };
  for (const bucket of buckets) {
    if (bucket.count >= rank && bucket.upTo < Infinity) {
      const share = (rank - below.count) / (bucket.count - below.count);
      return below.upTo + share * (bucket.upTo - below.upTo);
    }
    if (bucket.upTo < Infinity) below = bucket;
  }
  return below.upTo;
}

function valueOf(measure: SystemMeasure, metrics: readonly Metric[]): number | null {
  // A process without a spool receives no events.
  if (measure.group === 'intake' && spools.size === 0) return null;
  const values = metrics.find(({ name }) => name === measure.metric)?.values ?? [];
  if (measure.quantile !== undefined) return quantileOf(values, measure.quantile);
  const wanted = Object.entries(measure.labels ?? {});
  const value = values.find(({ labels }) => wanted.every(([name, text]) => labels[name] === text))?.value;
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/** Reads the state of the installation from the metrics of this process. */
export class SystemService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the state. It covers all companies of the installation, so only administrators see it, and no
   * read token.
   * @throws FORBIDDEN
   */
  async state(actor: Actor): Promise<SystemState> {
    if (actor.role !== RoleType.ADMIN || actor.reading) throw new Failure('FORBIDDEN', 'forbidden');
    const metrics = await register.getMetricsAsJSON();
    const readAt = this.now();
    return {
      version,
      database: this.db.dialect,
      startedAt: new Date(readAt - process.uptime() * 1000),
      readAt: new Date(readAt),
      measures: systemMeasures.map((measure: SystemMeasure) => ({
        key: measure.key,
        group: measure.group,
        unit: measure.unit,
        alarm: measure.alarm ?? null,
        value: valueOf(measure, metrics),
      })),
    };
  }
}
