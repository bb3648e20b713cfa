import { isDeepStrictEqual } from 'node:util';
import { effectiveSettings } from '../../../shared/domain/settings';
import type { AddressList } from '../../../shared/address-list';
import { compareEvents } from '../../../shared/domain/journey';
import { NoPostbackReason } from '../../../shared/domain/results';
import { newEventId } from '../../platform/event-id';
import { insertRows, type Tx } from '../../db/database';
import { revisionOf } from '../../db/revision-subscriber';
import { execute, select, sql } from '../../db/statements';
import { SettingsChangedError } from '../../db/transient-error';
import { LOWEST_WRITER, requireWriter } from '../../db/writer-gate';
import { exclusionsOf, listedVerdictOf } from './exclusion';
import type { ListedVerdict } from './user-agents';
import type { ConversionInsert } from './rows';

export interface CurrentAd {
  clickCostSen: number;
  performance: boolean;
}

export interface CurrentCvSetting {
  cvType: number;
  cvSlot: number;
  /** Argument with the number of the order; null if each event is an order of its own. */
  orderKey: string | null;
}

/** Settings whose values are stored with each event. */
export interface CurrentSettings {
  trackingTerm: number;
  excluded: AddressList;
  listedRobot: ListedVerdict;
  ads: Map<number, CurrentAd>;
  cvSettings: Map<number, CurrentCvSetting>;
  /** Time of the last erasure of a person; null if there was none. */
  erasedUntil: number | null;
  /** First day with raw logs; 0 if none were deleted. */
  rawLogsFrom: number;
  /** Last day with stored row counts; 0 if there is none. Later than usual if the clock was ahead. */
  countedDay: number;
}

interface AdRow {
  id: number;
  click_cost_sen: number;
  performance_cv_flag: number;
  result_notice_individually_setting: number;
  asp_flag: number | null;
}

interface CvSettingRow {
  id: number;
  cv_type: number;
  cv_slot: number;
  order_key: string | null;
}

interface ProductRow {
  revision: number;
  lowest_writer: number;
  tracking_term: number;
  excluded_ips: string | null;
  people_user_agents: string | null;
  robot_user_agents: string | null;
  erased_until: number | string | null;
  kept_from: number | null;
  counted_day: number | null;
}

interface SettingRows {
  readonly product: ProductRow | undefined;
  readonly ads: readonly AdRow[];
  readonly cvSettings: readonly CvSettingRow[];
}

const currentAd = (row: AdRow): CurrentAd => ({
  clickCostSen: row.click_cost_sen,
  performance: Boolean(
    effectiveSettings(row.performance_cv_flag, row.asp_flag, row.result_notice_individually_setting),
  ),
});

const SHARE = 'LOCK IN SHARE MODE';

async function readRows(
  tx: Tx,
  productId: number,
  adIds: readonly number[],
  lock = '',
): Promise<SettingRows> {
  const [product] = await select<ProductRow>(tx)`SELECT
    (SELECT revision FROM setting_revision WHERE id = 1) AS revision,
    ${sql(LOWEST_WRITER)} AS lowest_writer, tracking_term, excluded_ips,
    people_user_agents, robot_user_agents, (SELECT MAX(e.finished_at) FROM erasure e WHERE e.product_id = product.id) AS erased_until,
    (SELECT h.kept_from FROM log_horizon h WHERE h.product_id = product.id) AS kept_from,
    (SELECT MAX(d.day) FROM rollup_log_day d WHERE d.product_id = product.id) AS counted_day
    FROM product WHERE id = ${productId} ${sql(lock)}`;
  if (!product) return { product, ads: [], cvSettings: [] };
  // By the primary key: a scan, which MariaDB prefers for many ids, would lock the ads of every company.
  const byKey = sql(tx.needsLocks ? 'FORCE INDEX (PRIMARY)' : '');
  const ads = await select<AdRow>(tx)`SELECT a.id, a.click_cost_sen, a.performance_cv_flag,
    a.result_notice_individually_setting, s.performance_cv_flag AS asp_flag
    FROM ad a ${byKey} LEFT JOIN asp s ON s.id = a.asp_id
    WHERE a.product_id = ${productId} AND a.id IN ${adIds} ${sql(lock)}`;
  // The version is in no index: with an index alone MariaDB would lock its entry, but a deletion locks the row.
  const cvSettings = await select<CvSettingRow>(tx)`SELECT id, cv_type, cv_slot, order_key, version
    FROM cv_setting WHERE product_id = ${productId} ${sql(lock)}`;
  return { product, ads, cvSettings };
}

/** References of a transaction to an ad or a CV setting. */
const REFERENCES = 'setting_in_use';

/**
 * The settings that a transaction stores with events. They are read without locks and checked again just before
 * the commit, because deleting an ad in between would leave its events without it. A retry after such a change
 * locks the settings that it uses from its start; after a deadlock it doesn't, because such locks, held for long,
 * lead to others. Other nodes of a cluster don't know the locks: they compare the foreign keys of the rows that
 * two transactions wrote.
 */
export class SettingsInUse {
  private readonly used: { productId: number; adIds: readonly number[]; rows: SettingRows }[] = [];
  private readonly usedCvSettings = new Set<number>();
  private readonly locks: boolean;

  constructor(private readonly tx: Tx) {
    this.locks = tx.needsLocks && tx.previousError instanceof SettingsChangedError;
  }

  /**
   * Returns a product's current settings; undefined if the product does not exist.
   * @param cvSettingIds CV settings of the events
   * @throws OutdatedWriterError if this version may not write
   */
  async of(
    productId: number,
    adIds: readonly number[],
    cvSettingIds: readonly number[] = [],
  ): Promise<CurrentSettings | undefined> {
    // A deletion that has begun counts the events of its setting before this transaction stores some.
    if (this.locks) await revisionOf(this.tx, true);
    const rows = await readRows(this.tx, productId, adIds, this.locks ? SHARE : '');
    if (rows.product) requireWriter(rows.product.lowest_writer);
    this.used.push({ productId, adIds, rows });
    for (const id of cvSettingIds)
      if (rows.cvSettings.some((one) => one.id === id)) this.usedCvSettings.add(id);
    return compile(rows);
  }

  /**
   * Call it as the last step of the transaction: from here on no setting changes until its end.
   * @throws SettingsChangedError if a setting in use was changed since; the transaction is then repeated
   */
  async confirm(): Promise<void> {
    if (!this.tx.needsLocks) return;
    if (!this.locks) await this.requireUnchanged();
    await this.refer();
  }

  private async requireUnchanged(): Promise<void> {
    const { tx } = this;
    const revision = await revisionOf(tx, true);
    for (const { productId, adIds, rows } of this.used) {
      if (rows.product?.revision === revision) continue;
      const now = await readRows(tx, productId, adIds, SHARE);
      const product = rows.product && { ...rows.product, revision: now.product?.revision };
      if (!isDeepStrictEqual(now, { ...rows, product })) throw new SettingsChangedError();
    }
  }

  /** Refers to the ads and CV settings in use, so that their deletion on another node conflicts. */
  private async refer(): Promise<void> {
    const { tx, usedCvSettings } = this;
    const now = Date.now();
    const rows = [
      ...this.used.flatMap(({ rows: { ads } }) => ads.map(({ id }) => [newEventId(now), id, null] as const)),
      ...[...usedCvSettings].map((id) => [newEventId(now), null, id] as const),
    ];
    await insertRows(tx, REFERENCES, ['id', 'ad_id', 'cv_setting_id'], rows);
    await execute(tx)`DELETE FROM ${sql(REFERENCES)} WHERE id IN ${rows.map(([id]) => id)}`;
  }
}

function compile({ product, ads, cvSettings }: SettingRows): CurrentSettings | undefined {
  if (!product) return undefined;
  return {
    trackingTerm: product.tracking_term,
    erasedUntil: product.erased_until === null ? null : Number(product.erased_until),
    rawLogsFrom: product.kept_from ?? 0,
    countedDay: product.counted_day ?? 0,
    excluded: exclusionsOf(product.excluded_ips),
    listedRobot: listedVerdictOf({ people: product.people_user_agents, robots: product.robot_user_agents }),
    ads: new Map(ads.map((row) => [row.id, currentAd(row)])),
    cvSettings: new Map(
      cvSettings.map((row) => [
        row.id,
        { cvType: row.cv_type, cvSlot: row.cv_slot, orderKey: row.order_key },
      ]),
    ),
  };
}

/** Options for conversions and their results. */
export interface ResultOptions {
  /** The load that holds the results back until its end. */
  readonly hold?: string | undefined;
  /** Whether results of loaded conversions send postbacks; those of live endpoints always do. */
  readonly notify?: boolean | undefined;
  /** Whether the caller keeps conversions whose click or customer is not known yet. */
  readonly mayWait?: boolean | undefined;
}

const COLUMNS = [
  'product_id',
  'hold',
  'cv_time',
  'event_id',
  'cv_setting_id',
  'visitor_id',
  'user_id',
  'untold',
  'stored_at',
] as const;

/** Queues the results of counted conversions in the transaction that stores them. */
export async function queueResults(
  tx: Tx,
  rows: readonly ConversionInsert[],
  { hold = '', notify = false }: ResultOptions,
): Promise<void> {
  const due = rows
    .filter((row) => row.excluded_reason === null)
    .map((row) => ({ row, time: row.time, id: row.event_id }))
    .sort((a, b) => compareEvents(a, b) || a.row.cv_setting_id - b.row.cv_setting_id);
  await insertRows(
    tx,
    'result_due',
    COLUMNS,
    due.map(({ row }) => [
      row.product_id,
      hold,
      row.time,
      row.event_id,
      row.cv_setting_id,
      row.visitor_id,
      row.user_id,
      row.door === 'import' && !notify ? NoPostbackReason.IMPORT : null,
      row.door === 'import' ? 0 : row.stored_at,
    ]),
  );
}
