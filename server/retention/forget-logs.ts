import { addDays, monthOf, startOfDay, type Day } from '../../shared/domain/calendar';
import { nextHorizon, UNSEALED, unneededBefore, type Horizon } from '../../shared/domain/retention';
import { ARCHIVED_LOGS, type ArchivedLog } from '../db/archive/archive';
import { placeholders, type Tx } from '../db/database';
import { CLICK_KEY_OF } from '../journeys/ingest/click-keys';
import { PERSONAL, hashKeysOfDay, hashRemainingKeys } from '../journeys/privacy/persons';
import { WITHDRAWN } from '../erasure/erase-texts';
import { chunksOf, execute, select, sql } from '../db/statements';
import { StaleMarks } from '../journeys/stale';

/** A product whose logs leave the database: its stored horizon and the one due today. */
export interface Aging {
  readonly productId: number;
  readonly current: Horizon;
  readonly due: Horizon;
  /** First day with raw logs. */
  readonly rawLogsFrom: Day;
  /** First day with contacts or views in the database, if days are archived. */
  readonly oldest: Day;
  /** Last archived day; 0 if there is none. */
  readonly archived: Day;
  /** Days before it can be archived. */
  readonly archiveBefore: Day;
}

type Reading = Pick<Tx, 'query' | 'archive'>;

interface Row {
  id: number;
  company_id: number;
  months: number | null;
  tracking_term: number;
  sealed_before: Day | null;
  forget_before: Day | null;
  kept_from: Day | null;
  longest_term: number | null;
  archived: Day | null;
}

/**
 * Returns the longest tracking term that rows of open days may have. A row keeps the term of the time it was
 * stored, even if the product's term was shortened since. Rows are stored close to their own day.
 */
async function longestTermSince(
  tx: Pick<Tx, 'query'>,
  { id, company_id: companyId, tracking_term: term }: Row,
  day: Day,
): Promise<number> {
  const former = await select<{ before_value: string | null }>(tx)`SELECT c.before_value FROM audit_log l
    JOIN audit_change c ON c.audit_id = l.id WHERE l.company_id = ${companyId} AND l.entity = 'product'
    AND l.entity_id = ${id} AND l.at >= ${startOfDay(addDays(day, -1))} AND c.field = 'trackingTerm'`;
  return Math.max(term, ...former.map(({ before_value: before }) => Number(before)));
}

/** Returns the first day with contacts or views; `none` without any. */
async function oldestRow(tx: Reading, productId: number, none: Day): Promise<Day> {
  const rows = await select<{ day: Day | null }>(tx)`
    SELECT (SELECT MIN(day) FROM interaction WHERE product_id = ${productId}) AS day
    UNION ALL SELECT (SELECT MIN(day) FROM access WHERE product_id = ${productId})`;
  return Math.min(...rows.map(({ day }) => day ?? none));
}

/** Reads the products whose logs leave the database, a few settings rows. */
export async function agingProducts(tx: Reading, today: Day): Promise<Aging[]> {
  const { afterDays } = tx.archive;
  const rows = await select<Row>(tx)`SELECT p.id, p.company_id, p.log_retention_months AS months,
    p.tracking_term, h.sealed_before, h.forget_before, h.kept_from, h.longest_term,
    (SELECT MAX(day) FROM archived_day a WHERE a.product_id = p.id) AS archived
    FROM product p LEFT JOIN log_horizon h ON h.product_id = p.id
    WHERE p.log_retention_months IS NOT NULL OR ${afterDays} IS NOT NULL`;
  const products: Aging[] = [];
  for (const row of rows) {
    const current: Horizon = {
      forgetBefore: row.forget_before ?? UNSEALED.forgetBefore,
      sealedBefore: row.sealed_before ?? UNSEALED.sealedBefore,
      longestTerm: row.longest_term ?? UNSEALED.longestTerm,
    };
    const oldest = afterDays === null ? today : await oldestRow(tx, row.id, today);
    const target = afterDays === null ? 0 : addDays(today, -afterDays);
    // Without rows to archive the days stay open: a new product can still import its history.
    const archive = oldest < target ? target : 0;
    const { sealedBefore } = nextHorizon(current, row.months, row.tracking_term, today, archive);
    const term = await longestTermSince(tx, row, sealedBefore);
    products.push({
      productId: row.id,
      current,
      due: nextHorizon(current, row.months, term, today, archive),
      rawLogsFrom: row.kept_from ?? 0,
      oldest,
      archived: row.archived ?? 0,
      archiveBefore: Math.min(archive, unneededBefore(current)),
    });
  }
  return products;
}

/** True if today's horizon is not stored yet. */
export const mustSeal = ({ current, due }: Aging): boolean =>
  due.sealedBefore > current.sealedBefore ||
  due.forgetBefore > current.forgetBefore ||
  due.longestTerm > current.longestTerm;

/** True if rows beyond the stored horizon may exist. */
export const mustForget = ({ current, rawLogsFrom }: Aging): boolean => rawLogsFrom < current.forgetBefore;

/** True if a day can be archived. */
export const mustArchive = ({ oldest, archiveBefore }: Aging): boolean => oldest < archiveBefore;

/** Returns the first day with raw logs in the range; undefined if it has none. */
async function firstDay(tx: Tx, productId: number, from: Day, before: Day): Promise<Day | undefined> {
  const days: Day[] = [];
  for (const table of [...ARCHIVED_LOGS, 'conversion', 'archived_day']) {
    const [row] = await select<{ day: Day | null }>(tx)`SELECT MIN(day) AS day FROM ${sql(table)}
      WHERE product_id = ${productId} AND day >= ${from} AND day < ${before}`;
    if (row?.day != null) days.push(row.day);
  }
  return days.length > 0 ? Math.min(...days) : undefined;
}

/** Deletes the rows of other tables that refer to these log rows. */
async function forgetDependents(tx: Tx, log: ArchivedLog, productId: number, until: number): Promise<void> {
  const kinds = log === 'access' ? [CLICK_KEY_OF.VIEW] : [CLICK_KEY_OF.CLICK, CLICK_KEY_OF.LANDING];
  for (const kind of kinds)
    await execute(tx)`DELETE FROM click_key WHERE product_id = ${productId} AND kind = ${kind}
      AND time <= ${until}`;
  if (log === 'access') {
    const carried = await select<{ id: string; interaction_ref: string }>(tx)`SELECT id, interaction_ref
      FROM access WHERE product_id = ${productId} AND time <= ${until} AND interaction_ref IS NOT NULL`;
    for (const chunk of chunksOf(carried)) {
      await tx.execute(
        `DELETE FROM access_ref WHERE product_id = ? AND interaction_ref IN (${placeholders(chunk)}) AND access_id IN (${placeholders(chunk)})`,
        [productId, ...chunk.map((row) => row.interaction_ref), ...chunk.map((row) => row.id)],
      );
    }
    return;
  }
  const fired = await select(tx)`SELECT interaction_id FROM measurement_firing
    WHERE product_id = ${productId} LIMIT 1`;
  if (fired.length === 0) return;
  const rows = await select<{ id: string }>(tx)`SELECT id FROM interaction WHERE product_id = ${productId}
    AND time <= ${until}`;
  await execute(tx)`DELETE FROM measurement_firing
    WHERE product_id = ${productId} AND interaction_id IN ${rows.map(({ id }) => id)}`;
}

/** Deletes the oldest rows of a log before an instant. A count below `most` means that none are left. */
async function forgetRows(
  tx: Tx,
  log: ArchivedLog,
  productId: number,
  before: number,
  most: number,
): Promise<{ until: number; count: number }> {
  const [last] = await select<{ time: number }>(tx)`SELECT time FROM ${sql(log)}
    WHERE product_id = ${productId} AND time < ${before} ORDER BY time LIMIT 1 OFFSET ${most - 1}`;
  const until = last ? Number(last.time) : before - 1;
  await forgetDependents(tx, log, productId, until);
  const count = await execute(tx)`DELETE FROM ${sql(log)}
    WHERE product_id = ${productId} AND time <= ${until}`;
  return { until, count };
}

/** Deletes rejected events stored before an instant and returns their number. */
async function forgetRejectedEvents(
  tx: Tx,
  productId: number,
  before: number,
  most: number,
): Promise<number> {
  const rows = await select<{ id: number }>(tx)`SELECT id FROM bad_event WHERE product_id = ${productId}
    AND stored_at < ${before} ORDER BY stored_at LIMIT ${most}`;
  await execute(tx)`DELETE FROM bad_event WHERE id IN ${rows.map(({ id }) => id)}`;
  return rows.length;
}

/** Removes personal data from conversions and results and replaces keys by digests. Their metrics stay. */
async function removePersonalData(tx: Tx, productId: number, day: Day, before: Day): Promise<void> {
  await execute(tx)`UPDATE conversion
    SET ${sql(PERSONAL.conversion.map((column) => `${column} = NULL`).join(', '))}
    WHERE product_id = ${productId} AND day = ${day}`;
  await execute(tx)`UPDATE conversion_amendment SET reason = NULL WHERE product_id = ${productId}
    AND conversion_id IN (SELECT id FROM conversion WHERE product_id = ${productId} AND day = ${day})`;
  await execute(tx)`UPDATE conversion_send SET transaction_id = CONCAT('erased~', id)
    WHERE conversion_id IN (SELECT id FROM conversion WHERE product_id = ${productId} AND day = ${day})`;
  await execute(tx)`UPDATE result
    SET xclid = NULL, ses = NULL, key1 = NULL, key2 = NULL, key3 = NULL, erased_at = ${Date.now()}
    WHERE product_id = ${productId} AND day = ${day} AND erased_at IS NULL`;
  const postbacks = await select<{ id: string }>(tx)`SELECT p.id FROM postback p
    JOIN result r ON r.id = p.result_id WHERE r.product_id = ${productId} AND r.day = ${day}`;
  const ids = postbacks.map(({ id }) => id);
  await execute(tx)`UPDATE postback SET url = CONCAT('https://', host, '/'),
    result_status = CASE WHEN due_at IS NULL THEN result_status ELSE 0 END,
    reason = CASE WHEN due_at IS NULL THEN reason ELSE ${WITHDRAWN} END, due_at = NULL, owner = NULL
    WHERE id IN ${ids}`;
  await execute(tx)`UPDATE postback_attempt
    SET url = '', request_headers = NULL, error_detail = NULL, answer = NULL WHERE postback_id IN ${ids}`;
  await hashKeysOfDay(tx, productId, day, before);
}

/**
 * Deletes a batch of a product's raw logs before a Tokyo day, oldest first, in the caller's transaction:
 * contacts, views, rejected events and their dependent rows. Conversions with their touches, results and all
 * metrics stay, without personal data. Another call continues with the next batch.
 *
 * @param from days before it are already done
 * @param most approximate number of rows per call; rows of one instant are deleted together
 * @returns the day up to which the logs are deleted; `before` if none are left
 */
export async function forgetLogs(
  tx: Tx,
  productId: number,
  { from, before, most: maxRows }: { from: Day; before: Day; most: number },
): Promise<Day> {
  const day = await firstDay(tx, productId, from, before);
  if (day === undefined) {
    if ((await forgetRejectedEvents(tx, productId, startOfDay(before), maxRows)) >= maxRows)
      return addDays(before, -1);
    await hashRemainingKeys(tx, productId, before);
    await execute(tx)`DELETE FROM user_agent WHERE product_id = ${productId} AND month < ${monthOf(before)}`;
    return before;
  }
  const end = startOfDay(addDays(day, 1));
  // The rollup of this day is computed again.
  const stale = new StaleMarks(productId);
  stale.day(day);
  await stale.save(tx);
  for (const log of ARCHIVED_LOGS) {
    if ((await forgetRows(tx, log, productId, end, maxRows)).count >= maxRows) return day;
  }
  await removePersonalData(tx, productId, day, before);
  await execute(tx)`DELETE FROM archived_day WHERE product_id = ${productId} AND day = ${day}`;
  // A repeated transaction finds them gone; the other order could leave them forever.
  await tx.archive.remove({ productId, day });
  return addDays(day, 1);
}

/** Deletes a batch of rows that are in the archive; from then on they are read from it. */
export async function deleteArchived(tx: Tx, productId: number, day: Day, most: number): Promise<void> {
  for (const log of ARCHIVED_LOGS) {
    const { until, count } = await forgetRows(tx, log, productId, startOfDay(addDays(day, 1)), most);
    await execute(tx)`UPDATE archived_day SET ${sql(log)}_until = ${until}
      WHERE product_id = ${productId} AND day = ${day}`;
    if (count >= most) return;
  }
}
