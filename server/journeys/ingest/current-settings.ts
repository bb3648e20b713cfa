import { effectiveSettings } from '../../../shared/domain/settings';
import type { AddressList } from '../../../shared/address-list';
import { compareEvents } from '../../../shared/domain/journey';
import { NoPostbackReason } from '../../../shared/domain/results';
import { insertRows, type Tx } from '../../db/database';
import { selectIn } from '../../db/chunks';
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
  /** Argument with the number of the order; null if each event stands for itself. */
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
}

interface AdRow {
  id: number;
  click_cost_sen: number;
  performance_cv_flag: number;
  result_notice_individually_setting: number;
  asp_flag: number | null;
}

const AD_SQL = `SELECT a.id, a.click_cost_sen, a.performance_cv_flag, a.result_notice_individually_setting,
    s.performance_cv_flag AS asp_flag
  FROM ad a LEFT JOIN asp s ON s.id = a.asp_id
  WHERE a.product_id = ? AND a.id IN`;

const currentAd = (row: AdRow): CurrentAd => ({
  clickCostSen: row.click_cost_sen,
  performance: Boolean(
    effectiveSettings(row.performance_cv_flag, row.asp_flag, row.result_notice_individually_setting),
  ),
});

/**
 * Reads a product's current settings; undefined if the product does not exist. Locks its ads and CV settings
 * until the transaction ends, because deleting one would leave its events without it.
 */
export async function readCurrentSettings(
  tx: Pick<Tx, 'query' | 'needsLocks'>,
  productId: number,
  adIds: readonly number[],
): Promise<CurrentSettings | undefined> {
  const [product] = await tx.query<{
    tracking_term: number;
    excluded_ips: string | null;
    people_user_agents: string | null;
    robot_user_agents: string | null;
    erased_until: number | string | null;
    kept_from: number | null;
  }>(
    `SELECT tracking_term, excluded_ips, people_user_agents, robot_user_agents, (SELECT MAX(e.finished_at) FROM erasure e WHERE e.product_id = product.id) AS erased_until,
      (SELECT h.kept_from FROM log_horizon h WHERE h.product_id = product.id) AS kept_from FROM product WHERE id = ?`,
    [productId],
  );
  if (!product) return undefined;
  const lock = tx.needsLocks ? ' LOCK IN SHARE MODE' : '';
  const ads = await selectIn<AdRow>(tx, AD_SQL, [productId], adIds, lock);
  // The version is in no index: with an index alone MariaDB would lock its entry, but a deletion locks the
  // row.
  const cvSettings = await tx.query<{
    id: number;
    cv_type: number;
    cv_slot: number;
    order_key: string | null;
  }>(`SELECT id, cv_type, cv_slot, order_key, version FROM cv_setting WHERE product_id = ?${lock}`, [
    productId,
  ]);
  return {
    trackingTerm: product.tracking_term,
    erasedUntil: product.erased_until === null ? null : Number(product.erased_until),
    rawLogsFrom: product.kept_from ?? 0,
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

/** Options for the results of stored conversions. */
export interface ResultOptions {
  /** The load that holds the results back until its end. */
  readonly hold?: string | undefined;
  /** Whether results of loaded conversions send postbacks; those of live endpoints always do. */
  readonly notify?: boolean | undefined;
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
      row.stored_at,
    ]),
  );
}
