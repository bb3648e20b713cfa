import { Gauge } from 'prom-client';
import { countBacklog } from '../rollups';
import type { Database } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';

/**
 * Registers the gauge of pending derivations and rollups of all products in `/metrics`. Call once per
 * process.
 */
export function registerBacklogMetrics(db: Database): void {
  new Gauge({
    name: 'inflow_waiting',
    help: 'Pending computations: visitor marks to derive (counted up to a million), days to roll up.',
    labelNames: ['what'] as const,
    async collect() {
      const waiting = await countBacklog(db).catch((error: unknown) => {
        if (isDatabaseAway(error)) return { visitors: NaN, days: NaN };
        throw error;
      });
      this.set({ what: 'visitors' }, waiting.visitors);
      this.set({ what: 'days' }, waiting.days);
    },
  });
}
