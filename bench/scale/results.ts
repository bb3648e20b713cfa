import { randomBytes } from 'node:crypto';
import { ResultMethod, grantOf, rightKeys, RoleType } from '../../shared/catalog';
import type { Database } from '../../server/db/database';
import { ApprovalStatus } from '../../shared/domain/results';
import type { Actor } from '../../server/auth/actor';
import type { ListService } from '../../server/records/list.service';
import { COUNT_CAP } from '../../server/records/row-reader';
import { SqliteDriver } from '../../server/db/engines/sqlite-driver';
import { settle } from '../../server/sweeps';
import { customerCodes } from '../../server/logs/customer-code';
import { logServices } from '../../server/logs/logs';
import { Asp } from '../../server/settings/asp/asp.entity';
import { newRow } from '../../server/demo-data/settings/new-row';
import { ApprovalService } from '../../server/results/approval/approval.service';
import { numbers, loadMass } from '../plans/scenario';
import type { BenchDatabase } from '../databases';
import type { Measurement } from '../goals';
import { makeCompany, makeProduct } from '../history';
import { alternate, summarize, timed } from '../measure';
import { measureLogPage, type LogPage } from './log-pages';

const DAY_MS = 86_400_000;

/** Results of a long history. */
interface MassResults {
  productId: number;
  adIds: readonly number[];
  aspId: number;
  cvSettingId: number;
  /** Epoch milliseconds of the first conversion. A Tokyo midnight. */
  from: number;
  days: number;
  results: number;
}

/** Returns the time of the n-th conversion. */
const timeOfResult = ({ from, days, results }: MassResults, n: number): number =>
  from + n * Math.floor((days * DAY_MS) / results);

/**
 * Creates pending results with their conversions, histories and delivered postbacks, spread evenly over the
 * days. The database creates the rows, because the endpoints would take hours.
 */
const loadResults = async (db: Database, mass: MassResults): Promise<void> => {
  const { productId, adIds, aspId, cvSettingId, from, days, results } = mass;
  const integer = (sql: string): string =>
    db.dialect === 'sqlite' ? `CAST(${sql} AS INTEGER)` : `FLOOR(${sql})`;
  const rows = `${numbers(Math.ceil(Math.log10(results)))} WHERE n < ${results} ORDER BY n`;
  const time = `(${from} + n * ${Math.floor((days * DAY_MS) / results)})`;
  // The days needn't be calendar days. Only their number and their order matter.
  const day = integer(
    `(20250000 + 100 * ${integer(`n * ${days} / ${results} / 28`)} + ${integer(`n * ${days} / ${results}`)} % 28 + 1)`,
  );
  const id = (letter: string): string => `CONCAT('${letter}', n + 100000000)`;
  const statements = [
    `INSERT INTO conversion (id, product_id, time, day, visitor_id, door, device, cv_setting_id, event_id, cv_type, cv_slot, user_id, amount_sen, args, tracking_term, stored_at, results_made_at)
      SELECT 1000000000 + n, ${productId}, ${time}, ${day}, ${id('v')}, 'import', 1, ${cvSettingId}, ${id('r')}, 1, 1, ${id('u')}, 500000, CONCAT('order=', n), 30, ${time}, ${time} FROM ${rows}`,
    `INSERT INTO result (id, product_id, conversion_id, event_id, cv_time, day, ad_id, asp_id, result_type, result_method, interaction_id, interaction_number, device, xclid,
        approval_status, approval_amount_result, approval_args_result, exclude_duplicate_ips_result, exclude_duplicate_args_result, cv_cost_sen, change_id, created_at, updated_at)
      SELECT ${id('r')}, ${productId}, 1000000000 + n, ${id('r')}, ${time}, ${day}, ${adIds[0]} + n % ${adIds.length}, ${aspId}, 1, ${ResultMethod.WEBHOOK_URL}, ${id('c')}, 1, 1, ${id('x')},
        0, 2, 2, 2, 2, 80000, 'made', ${time}, ${time} FROM ${rows}`,
    `INSERT INTO result_history (product_id, result_id, change_id, at, from_status, to_status, postback_id)
      SELECT ${productId}, ${id('r')}, 'made', ${time}, NULL, 0, ${id('p')} FROM ${rows}`,
    `INSERT INTO postback (id, product_id, asp_id, ad_id, result_id, kind, approval_status, url, host, created_at, due_at, attempts, result_status, executed_at)
      SELECT ${id('p')}, ${productId}, ${aspId}, ${adIds[0]} + n % ${adIds.length}, ${id('r')}, 'created', 0, CONCAT('https://asp.example/', n), 'asp.example:443', ${time}, NULL, 1, 1, ${time} FROM ${rows}`,
  ];
  for (const sql of statements) await db.write((tx) => tx.execute(sql));
};

/** Results approved at once. */
const AT_ONCE = 10_000;
const FROM = Date.UTC(2025, 0, 1) - 9 * 3_600_000;
const DAYS = 364;
const ROUNDS = 5;

const admin = (companyId: number, productId: number): Actor => ({
  userId: 1,
  companyId,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  family: randomBytes(8).toString('hex'),
  grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)])) as Actor['grants'],
});

/** Empties SQLite's write-ahead log. Otherwise a later write would pay for the checkpoint of earlier ones. */
const emptyLog = ({ db, url }: BenchDatabase): void => {
  if (db.dialect !== 'sqlite') return;
  const connection = new SqliteDriver(url.replace(/^sqlite:/, ''));
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
};

/**
 * Measures the count of a product's approved results in their list against the index alone. The earlier
 * rounds approved more results than an exact count covers.
 */
const measureCount = async (
  { db, name: where }: BenchDatabase,
  results: ListService,
  actor: Actor,
  productId: number,
): Promise<Measurement> => {
  const approved = {
    productId,
    pageSize: 1,
    filter: { approvalStatus: [ApprovalStatus.APPROVED] },
    count: 'capped' as const,
  };
  const page = () => timed(() => results.list(actor, approved));
  const bare = () =>
    timed(() =>
      db.read(
        `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM result WHERE product_id = ? AND approval_status = ? LIMIT ${COUNT_CAP + 1}) c`,
        [productId, ApprovalStatus.APPROVED],
      ),
    );
  const { count, countExact } = await results.list(actor, approved);
  if (!count) throw new Error('no approved result to count');
  const pair = await alternate(ROUNDS, page, bare);
  return {
    goal: 'logCount',
    where,
    value: pair.ratio,
    detail: `${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms, ${countExact ? '' : 'more than '}${count} approved results`,
  };
};

const prepare = async (
  { db }: BenchDatabase,
  clicks: number,
  results: number,
  log: (line: string) => void,
): Promise<{ companyId: number; mass: MassResults }> => {
  const companyId = await makeCompany(db);
  const productId = await makeProduct(db, companyId, 'results');
  const ads = await db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ? ORDER BY id', [
    productId,
  ]);
  const [setting] = await db.read<{ id: number }>(
    'SELECT id FROM cv_setting WHERE product_id = ? ORDER BY id LIMIT 1',
    [productId],
  );
  const { id: aspId } = await db.write(({ manager }) =>
    manager.save(
      newRow(Asp, {
        productId,
        aspName: 'asp',
        resultMethod: ResultMethod.WEBHOOK_URL,
        webhookUrl: 'https://asp.example/?id={xclid}&s={status}&o={args}&a={amount}',
      }),
    ),
  );
  const mass = {
    productId,
    adIds: ads.map(({ id }) => id),
    aspId,
    cvSettingId: setting?.id ?? 0,
    from: FROM,
    days: DAYS,
    results,
  };
  const start = performance.now();
  await loadMass(db, { ...mass, clicks: 10 ** Math.floor(Math.log10(clicks)) });
  // The ad network's webhook applies to all of them. The ads have no individual setting.
  await db.write((tx) =>
    tx.execute('UPDATE ad SET asp_id = ?, result_notice_individually_setting = ? WHERE product_id = ?', [
      aspId,
      false,
      productId,
    ]),
  );
  await db.write((tx) => tx.execute('DELETE FROM conversion WHERE product_id = ?', [productId]));
  await loadResults(db, mass);
  log(
    `  ${results} results beside ${5 * 10 ** Math.floor(Math.log10(clicks))} contacts and views: created in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  return { companyId, mass };
};

/** Measures the approval of many results and pages of their log, among a year of results and contacts. */
export const measureResults = async (
  database: BenchDatabase,
  clicks: number,
  results: number,
  log: (line: string) => void,
): Promise<Measurement[]> => {
  const { db, name: where } = database;
  const { companyId, mass } = await prepare(
    database,
    clicks,
    Math.max(results, AT_ONCE * (4 * ROUNDS + 4)),
    log,
  );
  const actor = admin(companyId, mass.productId);
  const services = logServices(db, customerCodes(randomBytes(32).toString('hex')));
  const approvals = new ApprovalService(db, services.results, 60);
  let used = 0;
  /** Returns the next results without a change. */
  const next = () => {
    used += AT_ONCE;
    return { from: timeOfResult(mass, used - AT_ONCE), to: timeOfResult(mass, used - 1) };
  };
  /** @param postbacks expected number of postbacks */
  const approve = async (postbacks: number): Promise<number> => {
    const { from, to } = next();
    const filter = {
      productId: mass.productId,
      timeFrom: new Date(from),
      timeTo: new Date(to),
      filter: { approvalStatus: [ApprovalStatus.PENDING] },
    };
    let changeId: string | null = null;
    emptyLog(database);
    const ms = await timed(async () => {
      const outcome = await approvals.approve(
        actor,
        { filter },
        { approvalStatus: ApprovalStatus.APPROVED },
        { ip: '203.0.113.1', ua: null },
      );
      if (outcome.changed !== AT_ONCE) throw new Error(`${outcome.changed} results were approved`);
      changeId = outcome.changeId;
    });
    const [history] = await db.read<{ n: number | string; postbacks: number | string }>(
      'SELECT COUNT(*) AS n, COUNT(postback_id) AS postbacks FROM result_history WHERE change_id = ?',
      [changeId],
    );
    if (Number(history?.n) !== AT_ONCE || Number(history?.postbacks) !== postbacks)
      throw new Error(`${history?.n} changes are stored, ${history?.postbacks} have a postback`);
    return ms;
  };
  const plain = () => {
    const { from, to } = next();
    emptyLog(database);
    const sql =
      'UPDATE result SET approval_status = 1, change_id = ?, updated_at = ?, version = version + 1 WHERE product_id = ? AND cv_time BETWEEN ? AND ?';
    return timed(() =>
      db.write((tx) =>
        tx.execute(sql, [randomBytes(12).toString('hex'), Date.now(), mass.productId, from, to]),
      ),
    );
  };
  const notify = (method: number | null) =>
    db.write((tx) =>
      tx.execute('UPDATE result SET result_method = ? WHERE product_id = ? AND cv_time >= ?', [
        method,
        mass.productId,
        timeOfResult(mass, used),
      ]),
    );
  const rounds = async (
    postbacks: number,
  ): Promise<{ ratios: number[]; detail: string; delays: number[] }> => {
    const [ours, bare, delays]: [number[], number[], number[]] = [[], [], []];
    await approve(postbacks);
    await plain();
    await settle(db);
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round % 2 === 1 ? await plain() : undefined;
      ours.push(await approve(postbacks));
      delays.push(await timed(() => settle(db)));
      bare.push(first ?? (await plain()));
    }
    return {
      ratios: ours.map((ms, round) => ms / (bare[round] ?? 1)),
      detail: `${summarize(ours).median.toFixed(0)} ms / ${summarize(bare).median.toFixed(0)} ms`,
      delays,
    };
  };
  const withPostbacks = await rounds(AT_ONCE);
  await notify(0);
  const withoutPostbacks = await rounds(0);
  const pages: LogPage[] = [
    ['results', {}],
    ['results', { before: 'end' }],
    ['results', { at: new Date(timeOfResult(mass, mass.results / 2)) }],
    ['conversions', {}],
    ['conversions', { before: 'end' }],
  ];
  const measurements: Measurement[] = [];
  for (const page of pages)
    measurements.push(
      await measureLogPage({ db, actor, productId: mass.productId, where }, page, ROUNDS + 2),
    );
  return [
    {
      goal: 'approval',
      where,
      value: summarize(withoutPostbacks.ratios),
      detail: `${withoutPostbacks.detail}, without postbacks`,
    },
    {
      goal: 'approvalPostbacks',
      where,
      value: summarize(withPostbacks.ratios),
      detail: `${withPostbacks.detail}, a postback each`,
    },
    {
      goal: 'approvalReport',
      where,
      value: summarize(withPostbacks.delays.map((ms) => ms / 1000)),
      detail: `until the metrics of their days are rolled up`,
    },
    await measureCount(database, services.results, actor, mass.productId),
    measurements.reduce((worst, each) => (each.value.median > worst.value.median ? each : worst)),
  ];
};
