import { dayOf } from '../../shared/domain/calendar';
import { select, sql } from '../db/statements';
import type { Database, Dialect, Tx } from '../db/database';
import { mergeSeen, productsToMergeSeen, VisitorQueue, type Portion } from '../journeys';
import type { StepSize, Sweep, PendingProduct } from '../jobs/job';
import {
  applyReportedStatuses,
  isResultDue,
  isStatusReported,
  makeResults,
  releaseOrphans,
  runStep,
  runsWhere,
} from '../results';
import {
  productsToRollUp,
  productsToSplit,
  productsWithMonths,
  refreshLogCounts,
  rollUpStaleDays,
  storeDueMonth,
} from '../rollups';
import { waitingSweep } from '../tracking/unstored-events';
import { ageLogs, productsToAge, storeLeavingMonths } from '../retention/age-logs';
import { archiveDay } from '../retention/archive-day';
import { eraseStep } from '../erasure/work';
import { decideSends, productsWithDueSends } from '../postbacks/conversions/decide-sends';
import { fireClientReports, productsWithDueReports } from '../settings/client-report/fire-client-reports';
import { fireSchedules, productsDue } from '../settings/report-schedule/fire-schedules';
import { productsWithDueAlerts, hasDueAlerts, evaluateNextAlert } from '../alerts/due-alerts';

/** In the embedded database a statement blocks the whole process, so portions beside requests are small. */
const PORTIONS: Record<StepSize, Record<Dialect, Portion>> = {
  live: { sqlite: { marks: 400, events: 1500 }, mysql: { marks: 1000, events: 3000 } },
  bulk: { sqlite: { marks: 5000, events: 20_000 }, mysql: { marks: 5000, events: 20_000 } },
};

/** Position in each product's queue. It is reset by a restart, which costs nothing. */
const queues = new Map<number, VisitorQueue>();

function queueOf(productId: number): VisitorQueue {
  const queue = queues.get(productId) ?? new VisitorQueue(productId);
  queues.set(productId, queue);
  return queue;
}

/** Derives the journeys and paths of visitors whose events changed. */
export const journeysSweep: Sweep = {
  name: 'journeys',
  everyMs: 250,
  async waiting(db) {
    // One index lookup per product: counting a long backlog would delay requests.
    const newest = '(SELECT s.id FROM stale_visitor s WHERE s.product_id = p.id ORDER BY s.id DESC LIMIT 1)';
    const rows = await db.read<{ id: number; newest: number | null }>(
      `SELECT p.id, ${newest} AS newest FROM product p`,
    );
    return rows.flatMap(({ id, newest: last }): PendingProduct[] =>
      last === null ? [] : [{ productId: id, newest: last }],
    );
  },
  async isPending(db, { productId, newest }) {
    const rows = await select(db)`SELECT id FROM stale_visitor WHERE product_id = ${productId}
      AND id <= ${newest} LIMIT 1`;
    return rows.length > 0;
  },
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await queueOf(productId).step(tx, PORTIONS[size][db.dialect]);
    });
  },
};

/** Conversions per transaction. */
const CONVERSIONS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 100, mysql: 300 },
  bulk: { sqlite: 1000, mysql: 1000 },
};

/** How often a worker looks for imports that were aborted. */
const ORPHANS_MS = 60_000;
let lookedForOrphans = -Infinity;

/** Products whose last step only found customers with pending work. They are skipped until the next check. */
const blocked = new Set<number>();

/**
 * Creates the results of conversions whose journeys are derived. Entries have no order, so each check covers
 * all of them.
 */
const resultsSweep: Sweep = {
  name: 'results',
  everyMs: 250,
  async waiting(db, size) {
    if (size === 'live' && performance.now() - lookedForOrphans > ORPHANS_MS) {
      lookedForOrphans = performance.now();
      await releaseOrphans(db);
    }
    const products: { productId: number; newest: number }[] = [];
    const some =
      "(SELECT d.event_id FROM result_due d WHERE d.product_id = p.id AND d.hold = '' LIMIT 1) IS NOT NULL";
    for (const { id } of await db.read<{ id: number }>(`SELECT p.id FROM product p WHERE ${some}`)) {
      if (await isResultDue(db, id)) products.push({ productId: id, newest: 0 });
    }
    blocked.clear();
    return products;
  },
  isPending: async (db, { productId }) => !blocked.has(productId) && (await isResultDue(db, productId)),
  async step(db, productId, lease, size) {
    const created = await db.write(async (tx) => {
      await lease.confirm(tx);
      return makeResults(tx, productId, CONVERSIONS[size][db.dialect]);
    });
    if (created === 0) blocked.add(productId);
  },
};

/** Applies the statuses that postbacks reported, once the results of their conversions exist. */
const statusesSweep: Sweep = {
  name: 'statuses',
  everyMs: 500,
  async waiting(db) {
    const rows = await db.read<{ product_id: number }>('SELECT DISTINCT product_id FROM reported_status');
    const pending: PendingProduct[] = [];
    for (const { product_id: productId } of rows)
      if (await isStatusReported(db.readOnlyTx, productId)) pending.push({ productId, newest: 0 });
    return pending;
  },
  isPending: (db, { productId }) => isStatusReported(db.readOnlyTx, productId),
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await applyReportedStatuses(tx, productId, CONVERSIONS[size][db.dialect], Date.now());
    });
  },
};

/** Computes the rollups of days whose data changed. The ids of entries are the times of their first marks. */
const rollupsSweep: Sweep = {
  name: 'rollups',
  everyMs: 1000,
  waiting: (db, size) => productsToRollUp(db, size),
  async isPending(db, of, size) {
    const products = await productsToRollUp(db, size);
    return products.some(({ productId, oldest }) => productId === of.productId && oldest <= of.newest);
  },
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await rollUpStaleDays(tx, productId, size);
    });
  },
};

const OPEN = 'finished_at IS NULL';

/** Processes approvals of many results in portions, which lets other writers in between. */
export const approvalsSweep: Sweep = {
  name: 'approvals',
  everyMs: 500,
  async waiting(db) {
    const rows = await select<{ product_id: number }>(db)`SELECT DISTINCT product_id FROM approval_run
      WHERE ${sql(OPEN)}`;
    return rows.map(({ product_id: productId }) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }) {
    return (await runsWhere(db.readOnlyTx, `product_id = ? AND ${OPEN} LIMIT 1`, [productId])).length > 0;
  },
  async step(db, productId, lease) {
    const open = await runsWhere(db.readOnlyTx, `product_id = ? AND ${OPEN} ORDER BY begun_at, id`, [
      productId,
    ]);
    for (const { id } of open) {
      await db.write(async (tx) => {
        await lease.confirm(tx);
        await runStep(tx, id, Date.now());
      });
    }
  },
};

/** Rows deleted per transaction. Other writers get in between. */
const DELETED_ROWS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 500, mysql: 2000 },
  bulk: { sqlite: 5000, mysql: 5000 },
};

/** Retry interval for unsettled rollups. */
const RETENTION_RETRY_MS = 60_000;
const unsettled = new Map<number, number>();
const mayGoOn = (productId: number): boolean =>
  (unsettled.get(productId) ?? -Infinity) + RETENTION_RETRY_MS < performance.now();

/** Archives old raw logs, and deletes those older than the retention period of their product. */
const retentionSweep: Sweep = {
  name: 'retention',
  everyMs: 60_000,
  async waiting(db) {
    const due = await productsToAge(db.readOnlyTx, dayOf(Date.now()));
    return due.filter(mayGoOn).map((productId) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }, size) {
    return (await this.waiting(db, size)).some((each) => each.productId === productId);
  },
  async step(db, productId, lease, size) {
    const today = dayOf(Date.now());
    const confirm = (tx: Tx) => lease.confirm(tx);
    const archived = await archiveDay(db, productId, today, confirm);
    if (archived === undefined) await storeLeavingMonths(db, productId, today, confirm);
    const settled =
      archived ??
      (await db.write(async (tx) => {
        await lease.confirm(tx);
        return ageLogs(tx, productId, today, DELETED_ROWS[size][db.dialect]);
      }));
    if (!settled) unsettled.set(productId, performance.now());
  },
};

/** Rows per transaction. Other writers get in between. */
const ERASED_ROWS: Record<StepSize, Record<Dialect, number>> = {
  live: { sqlite: 300, mysql: 1000 },
  bulk: { sqlite: 2000, mysql: 2000 },
};

/** Retry interval for persons with pending derivations or postbacks. */
const ERASURE_RETRY_MS = 2000;
const waitingUntil = new Map<number, number>();

/** Continues erasures that weren't completed within their request. */
const erasureSweep: Sweep = {
  name: 'erasure',
  everyMs: 5000,
  async waiting(db) {
    const rows = await select<{ product_id: number }>(db)`SELECT DISTINCT product_id FROM erasure
      WHERE finished_at IS NULL`;
    return rows
      .filter(({ product_id: id }) => (waitingUntil.get(id) ?? 0) < performance.now())
      .map(({ product_id: productId }) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }, size) {
    return (await this.waiting(db, size)).some((each) => each.productId === productId);
  },
  async step(db, productId, lease, size) {
    const open = await select<{ id: number }>(db)`SELECT id FROM erasure WHERE product_id = ${productId}
      AND finished_at IS NULL ORDER BY id`;
    let moved = false;
    for (const { id } of open) {
      const step = await db.write(async (tx) => {
        await lease.confirm(tx);
        return eraseStep(tx, id, ERASED_ROWS[size][db.dialect], Date.now());
      });
      moved ||= step !== 'waiting';
    }
    if (!moved) waitingUntil.set(productId, performance.now() + ERASURE_RETRY_MS);
  },
};

/** Returns products with due mails of views and client reports. */
const productsWithDueMails = async (db: Database): Promise<number[]> => [
  ...new Set([...(await productsDue(db, Date.now())), ...(await productsWithDueReports(db, Date.now()))]),
];

/** Schedules the reports that are due by mail. The delivery queue creates and sends them. */
const reportsSweep: Sweep = {
  name: 'reports',
  everyMs: 5000,
  async waiting(db) {
    return (await productsWithDueMails(db)).map((productId) => ({ productId, newest: 0 }));
  },
  async isPending(db, { productId }) {
    return (await productsWithDueMails(db)).includes(productId);
  },
  async step(db, productId, lease) {
    for (const fire of [fireSchedules, fireClientReports])
      await fire(db, productId, Date.now(), (tx) => lease.confirm(tx));
  },
};

/** Evaluates each alert once a day, when its hour has come and the day's metrics are computed. */
const alertsSweep: Sweep = {
  name: 'alerts',
  everyMs: 2000,
  waiting: async (db) =>
    (await productsWithDueAlerts(db, Date.now())).map((productId) => ({ productId, newest: 0 })),
  isPending: (db, { productId }) => hasDueAlerts(db, productId, Date.now()),
  step: (db, productId, lease) => evaluateNextAlert(db, productId, Date.now(), (tx) => lease.confirm(tx)),
};

/** Decides which conversions ad platforms get, and puts them into requests. */
const sendsSweep: Sweep = {
  name: 'sends',
  everyMs: 1000,
  waiting: async (db) =>
    (await productsWithDueSends(db, Date.now())).map((productId) => ({ productId, newest: 0 })),
  async isPending(db, { productId }) {
    return (await productsWithDueSends(db, Date.now())).includes(productId);
  },
  async step(db, productId, lease, size) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await decideSends(tx, productId, Date.now(), CONVERSIONS[size][db.dialect]);
    });
  },
};

/** Adds up the counts of hosts and user agents. */
const seenSweep: Sweep = {
  name: 'seen',
  everyMs: 15_000,
  waiting: async (db) =>
    (await productsToMergeSeen(db, Date.now())).map((productId) => ({ productId, newest: 0 })),
  async isPending(db, { productId }) {
    return (await productsToMergeSeen(db, Date.now())).includes(productId);
  },
  async step(db, productId, lease) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await mergeSeen(tx, productId, Date.now());
    });
  },
};

/** Counts log rows by ad and hour for days that an earlier version counted as a whole. */
const logPartsSweep: Sweep = {
  name: 'log-parts',
  everyMs: 60_000,
  waiting: async (db) => (await productsToSplit(db)).map((productId) => ({ productId, newest: 0 })),
  isPending: async (db, { productId }) => (await productsToSplit(db)).includes(productId),
  async step(db, productId, lease) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await refreshLogCounts(tx, productId, [], Date.now());
    });
  },
};

/** Stores the journeys of changed months, which the disagreement map otherwise reads from the logs. */
const journeyMonthsSweep: Sweep = {
  name: 'journey-months',
  everyMs: 60_000,
  waiting: async (db) =>
    (await productsWithMonths(db, Date.now())).map((productId) => ({ productId, newest: 0 })),
  isPending: async (db, { productId }) => (await productsWithMonths(db, Date.now())).includes(productId),
  step: (db, productId, lease) => storeDueMonth(db, productId, Date.now(), (tx) => lease.confirm(tx)),
};

/**
 * Sweeps that update the reports, in dependency order. Queues are passed in by the code that creates their
 * dependencies.
 */
export const SWEEPS: readonly Sweep[] = [
  waitingSweep,
  journeysSweep,
  resultsSweep,
  statusesSweep,
  rollupsSweep,
];

/** All sweeps of a worker: the above, and those that reports don't depend on. */
export const ALL_SWEEPS: readonly Sweep[] = [
  ...SWEEPS,
  approvalsSweep,
  retentionSweep,
  erasureSweep,
  reportsSweep,
  alertsSweep,
  sendsSweep,
  seenSweep,
  logPartsSweep,
  journeyMonthsSweep,
];
