import { fireSchedules, productsDue } from '../settings/report-schedule/fire-schedules';
import type { Sweep } from '../jobs/job';

/** Schedules the reports that are due by mail. The delivery queue creates and sends them. */
export const reportsSweep: Sweep = {
  name: 'reports',
  everyMs: 5000,
  async waiting(db) {
    return (await productsDue(db, Date.now())).map((productId) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }) {
    return (await productsDue(db, Date.now())).includes(productId);
  },
  step: (db, productId, lease) => fireSchedules(db, productId, Date.now(), (tx) => lease.confirm(tx)),
};
