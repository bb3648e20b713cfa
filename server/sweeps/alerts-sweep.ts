import { productsWithDueAlerts, hasDueAlerts, evaluateNextAlert } from '../alerts/due-alerts';
import type { Sweep } from '../jobs/job';

/** Evaluates each alert once a day, when its hour has come and the day's metrics are computed. */
export const alertsSweep: Sweep = {
  name: 'alerts',
  everyMs: 2000,
  waiting: async (db) =>
    (await productsWithDueAlerts(db, Date.now())).map((productId) => ({ productId, newest: 0 })),
  isPending: (db, { productId }) => hasDueAlerts(db, productId, Date.now()),
  step: (db, productId, lease) => evaluateNextAlert(db, productId, Date.now(), (tx) => lease.confirm(tx)),
};
