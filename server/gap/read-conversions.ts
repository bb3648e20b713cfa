import { CvType, ExcludedReason, NewAndExistingEvaluation } from '../../shared/catalog';
import { OWN_CLICK_ID } from '../../shared/catalog/media-rule';
import { compareEvents, DAY_MS, ownEvaluation } from '../../shared/domain/journey';
import type { GapClick, GapConversion } from '../../shared/domain/gap';
import { withArchive } from '../db/archive/with-archive';
import type { Database } from '../db/database';
import { select, sql } from '../db/statements';
import { groupBy } from '../platform/group-by';

/** A conversion with the clicks of one group of ads. */
export interface ReadConversion extends GapConversion {
  /** Yen. */
  readonly amount: number;
}

/** Exclusions of ours that a medium knows nothing of. */
const OWN_EXCLUSIONS = `('${ExcludedReason.BOT}', '${ExcludedReason.IP}')`;
export const COUNTED_OR_EXCLUDED = `(i.counted = 1 OR i.excluded_reason IN ${OWN_EXCLUSIONS})`;
const COUNTED_CONVERSIONS = `(excluded_reason IS NULL OR excluded_reason IN ${OWN_EXCLUSIONS})`;

/** Returns SQL that is 1 if an interaction `i` carries a click id, by a name of `ruleClickIds`. */
export const hasClickIdSql = (clickId: string): string =>
  clickId === OWN_CLICK_ID
    ? `CASE WHEN i.xclid IS NULL OR i.xclid = '' THEN 0 ELSE 1 END`
    : `CASE WHEN INSTR(COALESCE(i.click_ids, ''), '"${clickId}":"') > 0 THEN 1 ELSE 0 END`;

interface ConversionRow {
  event_id: string;
  cv_setting_id: number;
  time: number | string;
  visitor_id: string;
  user_id: string | null;
  excluded_reason: string | null;
  tracking_term: number;
  repeated: number | boolean;
  cut_from: number;
  touch_count: number;
  last_ad_id: number;
  amount_sen: number;
}

interface ClickRow {
  id: string;
  visitor_id: string;
  ad_id: number;
  time: number | string;
  counted: number | boolean;
  has_click_id: number | string;
}

/** A visitor that a customer's conversions name, since when, and since when by counted ones. */
interface LinkRow {
  user_id: string;
  visitor_id: string;
  since: number | string;
  counted_since: number | string | null;
}

interface Query {
  readonly productId: number;
  /** Conversions in epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  readonly windowDays: number;
  readonly clickId: string;
  /** The group of each ad; clicks of other ads are left out. */
  readonly groupOf: ReadonlyMap<number, number>;
  readonly evaluation: NewAndExistingEvaluation;
}

/** Conversions in memory at once, roughly. */
const BATCH = 2000;
const MAX_BATCH_DAYS = 32;

/** Returns the product's own evaluation. */
export async function readEvaluation(db: Database, productId: number): Promise<NewAndExistingEvaluation> {
  const [row] = await select<{ separated: number | boolean; evaluation: NewAndExistingEvaluation }>(
    db,
  )`SELECT new_existing_separation AS separated, new_existing_evaluation AS evaluation FROM product
    WHERE id = ${productId}`;
  return ownEvaluation(
    Boolean(row?.separated),
    row?.evaluation ?? NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
  );
}

/** Returns whether the path of a conversion under an evaluation ends with its last ad. */
const isEvaluated = (row: ConversionRow, evaluation: NewAndExistingEvaluation): boolean =>
  !row.repeated ||
  evaluation === NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY ||
  (evaluation === NewAndExistingEvaluation.NEW_AND_EXISTING && row.cut_from <= row.touch_count);

/** Reads the visitors of customers, by customer. */
async function readLinks(db: Database, productId: number, rows: readonly ConversionRow[]) {
  const users = new Set(rows.flatMap(({ user_id: user }) => user ?? []));
  const links = await select<LinkRow>(db)`SELECT user_id, visitor_id, MIN(time) AS since,
    MIN(CASE WHEN excluded_reason IS NULL THEN time END) AS counted_since FROM conversion
    WHERE product_id = ${productId} AND ${sql(COUNTED_CONVERSIONS)} AND user_id IN ${users}
    GROUP BY user_id, visitor_id`;
  return groupBy(links, ({ user_id: user }) => user);
}

/** Returns the clicks before a conversion, by group. A click of a visitor that only excluded conversions link is excluded. */
function clicksBefore(
  row: ConversionRow,
  links: readonly LinkRow[],
  clicksOf: ReadonlyMap<string, readonly ClickRow[]>,
  groupOf: Query['groupOf'],
): Map<number, GapClick[]> {
  const time = Number(row.time);
  const visitors = new Map([[row.visitor_id, true]]);
  for (const { visitor_id: id, since, counted_since: counted } of links)
    if (Number(since) <= time && id !== row.visitor_id)
      visitors.set(id, counted !== null && Number(counted) <= time);
  const clicks = new Map<number, GapClick[]>();
  for (const [visitor, isLinked] of visitors)
    for (const click of clicksOf.get(visitor) ?? []) {
      const group = groupOf.get(click.ad_id);
      if (group === undefined || Number(click.time) > time) continue;
      const one: GapClick = {
        id: click.id,
        time: Number(click.time),
        excluded: !click.counted || !isLinked,
        hasClickId: Number(click.has_click_id) === 1,
      };
      const known = clicks.get(group);
      if (known) known.push(one);
      else clicks.set(group, [one]);
    }
  return clicks;
}

/**
 * Reads the LAST conversions of a range in the order of time, id and CV setting, each with its clicks by group of
 * ads. Conversions without such clicks are left out. Reads some days at a time, so memory doesn't depend on the
 * range. Conversions and clicks of one batch may be of different moments: the caller reads again if the data
 * version changed.
 */
export async function* readConversions(
  db: Database,
  query: Query,
): AsyncGenerator<ReadonlyMap<number, ReadConversion>> {
  const { productId, windowDays, groupOf, evaluation } = query;
  type Span = Record<'earliest' | 'latest', number | string | null>;
  const [span] = await select<Span>(db)`SELECT MIN(time) AS earliest, MAX(time) AS latest FROM conversion
    WHERE product_id = ${productId} AND time BETWEEN ${query.from} AND ${query.to}`;
  if (span?.earliest == null) return;
  const last = Number(span.latest);
  let days = 1;
  for (let from = Number(span.earliest); from <= last;) {
    const to = Math.min(from + days * DAY_MS, last + 1);
    const rows = await select<ConversionRow>(db)`SELECT event_id, cv_setting_id, time, visitor_id, user_id,
      excluded_reason, tracking_term, repeated, cut_from, touch_count, last_ad_id, amount_sen FROM conversion
      WHERE product_id = ${productId} AND time >= ${from} AND time < ${to} AND cv_type = ${CvType.LAST_CV}
      AND ${sql(COUNTED_CONVERSIONS)}`;
    const ordered = rows
      .map((row) => ({ row, id: row.event_id, time: Number(row.time) }))
      .sort((a, b) => compareEvents(a, b) || a.row.cv_setting_id - b.row.cv_setting_id);
    const links = await readLinks(db, productId, rows);
    const terms = rows.map(({ tracking_term: term }) => term);
    const earliest = from - terms.reduce((a, b) => Math.max(a, b), windowDays) * DAY_MS;
    const visitors = new Set(rows.map(({ visitor_id: visitor }) => visitor));
    for (const some of links.values()) for (const { visitor_id: visitor } of some) visitors.add(visitor);
    const logs = await withArchive(db, [productId], earliest, to);
    const clicks = await select<ClickRow>(logs)`SELECT i.id, i.visitor_id, i.ad_id, i.time, i.counted,
      ${sql(hasClickIdSql(query.clickId))} AS has_click_id FROM interaction i
      WHERE i.product_id = ${productId} AND i.visitor_id IN ${visitors} AND i.time >= ${earliest}
      AND i.time < ${to} AND ${sql(COUNTED_OR_EXCLUDED)}`;
    const clicksOf = groupBy(clicks, ({ visitor_id: visitor }) => visitor);
    for (const { row, id, time } of ordered) {
      const byGroup = clicksBefore(row, links.get(row.user_id ?? '') ?? [], clicksOf, groupOf);
      const credited = isEvaluated(row, evaluation) ? groupOf.get(row.last_ad_id) : undefined;
      if (credited !== undefined && !byGroup.has(credited)) byGroup.set(credited, []);
      if (byGroup.size === 0) continue;
      const conversion = {
        ...{ id, time, cvSettingId: row.cv_setting_id, amount: row.amount_sen / 100 },
        excluded: row.excluded_reason !== null,
        trackingTerm: row.tracking_term,
      };
      yield new Map(
        [...byGroup].map(([group, of]) => [
          group,
          { ...conversion, credited: group === credited, clicks: of },
        ]),
      );
    }
    from = to;
    days =
      rows.length > BATCH
        ? Math.max(1, Math.floor(days / 2))
        : Math.min(days * (rows.length < BATCH / 4 ? 2 : 1), MAX_BATCH_DAYS);
  }
}
