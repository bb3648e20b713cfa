import { ExcludedReason } from '../../shared/catalog';
import { endOfDay, startOfDay, type Day } from '../../shared/domain/calendar';
import { REPEAT_SIGN } from '../../shared/domain/journey';
import type { Database, Tx } from '../db/database';
import { select, sql, updateRows } from '../db/statements';
import { groupBy } from '../platform/group-by';
import { isErased, ownDigests, type Digests } from './privacy/persons';
import { orderDigest, orderOf } from './ingest/amendments';
import { reasonOf, type SettingsVerdict } from './ingest/exclusion';
import { hasOwnReferrer, readMeasuredHosts, type MeasuredHosts } from './ingest/measured-hosts';
import { userAgentSql } from './ingest/shared-user-agents';
import { SettingsInUse, type CurrentSettings } from './ingest/current-settings';
import { sealedBefore } from './privacy/seal';
import { StaleMarks } from './stale';

type Value = string | number | null;

interface LogRow {
  /** Key of the row in its table. */
  id: string | number;
  time: number;
  day: number;
  visitor_id: string;
  /** For conversions: the customer and the order. */
  user_id?: string | null;
  cv_setting_id?: number;
  order_digest?: string | null;
  ip: string | null;
  ua: string | null;
  door: string;
  /** Address of the page, for events of the tag. */
  page: string | null;
}

interface Log<R extends LogRow> {
  table: 'interaction' | 'access' | 'conversion';
  /** Column with the address of the page. */
  page: 'landing_url' | 'url';
  /** Lower bound of all keys. */
  firstId: string | number;
  /** Columns with the value of a setting, besides excluded_reason. */
  columns: readonly (keyof R & string)[];
  /** Further columns to read. */
  reads: readonly string[];
  /** Returns the ad of the row; 0 if it has none. */
  adOf(row: R): number;
  /** Returns the current settings for these columns. */
  values(row: R, settings: CurrentSettings, digests: Digests, hosts: MeasuredHosts): Value[];
}

interface InteractionLog extends LogRow {
  ad_id: number;
  cost_given: number;
  cost_sen: number;
  performance_flag: number;
  tracking_term: number;
  landing_signs: number | null;
  referrer: string | null;
}

interface ConversionLog extends LogRow {
  cv_setting_id: number;
  tracking_term: number;
  cv_type: number;
  cv_slot: number;
  order_digest: string | null;
  args: string | null;
}

/** Returns the signs of a landing under the current domains. An erased one has no referrer and keeps its own. */
function currentSigns(row: InteractionLog, domains: readonly string[]): number | null {
  const { landing_signs: signs, referrer, page } = row;
  if (signs === null || referrer === null) return signs;
  const { OWN_REFERRER } = REPEAT_SIGN;
  return hasOwnReferrer({ url: page, referrer }, domains) ? signs | OWN_REFERRER : signs & ~OWN_REFERRER;
}

const INTERACTIONS: Log<InteractionLog> = {
  table: 'interaction',
  page: 'landing_url',
  firstId: '',
  columns: ['tracking_term', 'cost_sen', 'performance_flag', 'landing_signs'],
  reads: ['ad_id', 'cost_given', 'referrer'],
  adOf: (row) => row.ad_id,
  values(row, { trackingTerm, ads }, _digests, hosts) {
    const ad = ads.get(row.ad_id);
    const cost = row.cost_given || !ad ? row.cost_sen : ad.clickCostSen;
    return [
      trackingTerm,
      cost,
      ad ? Number(ad.performance) : row.performance_flag,
      currentSigns(row, hosts.domains),
    ];
  },
};

const VIEWS: Log<LogRow> = {
  table: 'access',
  page: 'url',
  firstId: '',
  columns: [],
  reads: [],
  adOf: () => 0,
  values: () => [],
};

const CONVERSIONS: Log<ConversionLog> = {
  table: 'conversion',
  page: 'url',
  firstId: 0,
  columns: ['tracking_term', 'cv_type', 'cv_slot', 'order_digest'],
  reads: ['cv_setting_id', 'user_id', 'args'],
  adOf: () => 0,
  values(row, { trackingTerm, cvSettings }, digests) {
    const setting = cvSettings.get(row.cv_setting_id);
    if (!setting) return [trackingTerm, row.cv_type, row.cv_slot, row.order_digest];
    const order = orderOf(setting.orderKey, row.args);
    // Arguments of an erased person are gone; the order stays.
    const kept = mayBeErased(row) && row.args === null ? row.order_digest : null;
    return [
      trackingTerm,
      setting.cvType,
      setting.cvSlot,
      order === null ? kept : orderDigest(digests, order),
    ];
  },
};

const PAGE = 1000;
const EVER = Number.MIN_SAFE_INTEGER;

/**
 * True if IP and user agent may have been erased. An erased customer's excluded conversion may still have
 * another person's browser.
 */
const mayBeErased = ({ visitor_id, user_id }: LogRow): boolean =>
  isErased(visitor_id) || isErased(user_id ?? '');

/** Endpoints whose events the tag sends; `landing` is an interaction made by such a page view. */
const OF_TAG: ReadonlySet<string> = new Set(['collect', 'landing']);

const verdictOf = (row: LogRow, settings: CurrentSettings, hosts: MeasuredHosts): SettingsVerdict => ({
  excludedIp: settings.excluded(row.ip),
  listedRobot: settings.listedRobot(row.ua),
  foreignHost: OF_TAG.has(row.door) && hosts.excludes(row.page),
});

/**
 * Returns the current exclusion of a stored event; an erased event keeps its old one, because IP and user
 * agent are gone.
 */
const currentExclusion = (
  row: LogRow & { readonly excluded_reason: string | null },
  settings: CurrentSettings,
  hosts: MeasuredHosts,
): string | null => {
  if (mayBeErased(row) && row.ip === null && row.ua === null) return row.excluded_reason;
  // Derivation decides about orders.
  const duplicate = row.excluded_reason === ExcludedReason.DUPLICATE_ORDER ? row.excluded_reason : null;
  return reasonOf(verdictOf(row, settings, hosts), row.ua) ?? duplicate;
};

/** Queues the visitors of the orders that these conversions leave. */
async function markFormerOrders(
  tx: Tx,
  productId: number,
  rows: readonly LogRow[],
  stale: StaleMarks,
): Promise<void> {
  const orders = groupBy(
    rows.flatMap(({ order_digest: digest, cv_setting_id: setting }) =>
      digest && setting !== undefined ? [{ digest, setting }] : [],
    ),
    ({ setting }) => setting,
  );
  for (const [setting, group] of orders) {
    const digests = [...new Set(group.map(({ digest }) => digest))];
    for (const row of await select<{ visitor_id: string }>(tx)`SELECT DISTINCT visitor_id FROM conversion
      WHERE product_id = ${productId} AND cv_setting_id = ${setting} AND order_digest IN ${digests}`)
      stale.visitor(row.visitor_id, EVER);
  }
}

async function rebuildPage<R extends LogRow>(
  tx: Tx,
  productId: number,
  log: Log<R>,
  rows: readonly (R & { excluded_reason: string | null })[],
): Promise<number> {
  const adIds = new Set(rows.map(log.adOf));
  const inUse = new SettingsInUse(tx);
  const settings = await inUse.of(productId, [...adIds]);
  if (!settings) return 0;
  const hosts = await readMeasuredHosts(tx, productId);
  const digests = await ownDigests(tx, productId);
  const stale = new StaleMarks(productId);
  const updates: { key: string | number; values: Value[] }[] = [];
  const changed: R[] = [];
  for (const row of rows) {
    const values = [currentExclusion(row, settings, hosts), ...log.values(row, settings, digests, hosts)];
    const stored: unknown[] = [row.excluded_reason, ...log.columns.map((column) => row[column])];
    if (values.every((value, index) => value === stored[index])) continue;
    updates.push({ key: row.id, values });
    // A flag or term changes paths even if no derived column of the row differs.
    stale.visitor(row.visitor_id, EVER);
    stale.day(row.day);
    changed.push(row);
  }
  await markFormerOrders(tx, productId, changed, stale);
  await updateRows(tx, log.table, ['excluded_reason', ...log.columns], productId, updates);
  await stale.save(tx);
  await inUse.confirm();
  return updates.length;
}

async function rebuildLog<R extends LogRow>(
  db: Database,
  productId: number,
  log: Log<R>,
  range: { from: Day; to: Day },
): Promise<number> {
  const columns = [
    'id',
    'time',
    'day',
    'visitor_id',
    'ip',
    log.table === 'conversion' ? 'ua' : `${userAgentSql(log.table)} AS ua`,
    'excluded_reason',
    'door',
    `${log.page} AS page`,
    ...log.reads,
    ...log.columns,
  ];
  const until = endOfDay(range.to);
  let changed = 0;
  let last: { time: number; id: string | number } = { time: startOfDay(range.from), id: log.firstId };
  for (;;) {
    const rows = await select<R & { excluded_reason: string | null }>(db)`SELECT ${sql(columns.join(', '))}
      FROM ${sql(log.table)} WHERE product_id = ${productId} AND time >= ${last.time} AND time <= ${until}
      AND (time > ${last.time} OR id > ${last.id}) ORDER BY time, id LIMIT ${sql(PAGE)}`;
    if (rows.length > 0) changed += await db.write((tx) => rebuildPage(tx, productId, log, rows));
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return changed;
    last = end;
  }
}

/**
 * Re-applies the current settings to the stored events of a range of Tokyo days: tracking term, excluded IPs,
 * robots, hosts and own domains, performance flag, click cost (unless the event has its own), type, slot and order of CV
 * settings. Queues the affected visitors and days for derivation. Sealed days stay unchanged.
 *
 * @returns the number of changed events by log
 */
export async function rebuildSettings(
  db: Database,
  productId: number,
  range: { from: Day; to: Day },
): Promise<{ interactions: number; accesses: number; conversions: number }> {
  const sealed = await sealedBefore(db.readOnlyTx, productId);
  const open = { from: Math.max(range.from, sealed), to: range.to };
  return {
    interactions: await rebuildLog(db, productId, INTERACTIONS, open),
    accesses: await rebuildLog(db, productId, VIEWS, open),
    conversions: await rebuildLog(db, productId, CONVERSIONS, open),
  };
}
