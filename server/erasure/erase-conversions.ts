import type { Tx } from '../db/database';
import { execute, select, sql, updateRows } from '../db/statements';
import { signKeys } from '../journeys/ingest/click-keys';
import { PAGE, PERSONAL, type ContactLog } from '../journeys/privacy/persons';
import { argsOf, argTrait, ipTrait } from '../results/effective-settings';
import { forgetIpDays } from '../rollups';
import { secretName, signedPage } from './erase-archived';
import { OF_PERSON, type Persons } from './subject';
import { erasePostbacks } from './erase-texts';

const isSigned = (url: string, secret: string): boolean => url.endsWith(`&by=${secretName(secret)}`);

interface ContactRow {
  readonly id: string;
  readonly day: number;
  readonly page: string | null;
  readonly click_keys?: string | null;
}

/** Clicks keep signed keys, by which landings are recognized as theirs. */
const KEYS = { interaction: ', click_keys', access: '' } as const;
const UNSIGNED_KEYS = {
  interaction: " OR (click_keys IS NOT NULL AND click_keys NOT LIKE '~%')",
  access: '',
} as const;

/**
 * Erases personal data from some of a visitor's contacts or views.
 * @returns the number of erased rows; 0 if none are left
 */
export async function eraseContacts(
  tx: Tx,
  log: ContactLog,
  productId: number,
  visitorId: string,
  secret: string,
  most: number,
): Promise<number> {
  const page = PAGE[log];
  const unsigned = `(${page} IS NOT NULL AND SUBSTR(${page}, -16) <> ?)`;
  const rows = await tx.query<ContactRow>(
    `SELECT id, day, ${page} AS page${KEYS[log]} FROM ${log} WHERE product_id = ? AND visitor_id = ? AND (${PERSONAL[log].map((column) => `${column} IS NOT NULL`).join(' OR ')} OR ${unsigned}${UNSIGNED_KEYS[log]}) LIMIT ?`,
    [productId, visitorId, `&by=${secretName(secret)}`, most],
  );
  await execute(tx)`UPDATE ${sql(log)}
    SET ${sql(PERSONAL[log].map((column) => `${column} = NULL`).join(', '))}
    WHERE product_id = ${productId} AND id IN ${rows.map(({ id }) => id)}`;
  await forgetIpDays(tx, productId, [...new Set(rows.map(({ day }) => day))]);
  const signed = rows.flatMap(({ id, page: url }) =>
    url === null || isSigned(url, secret) ? [] : [{ key: id, values: [signedPage(url, secret)] }],
  );
  await updateRows(tx, log, [page], productId, signed);
  const keyed = rows.flatMap(({ id, click_keys: keys }) =>
    keys ? [{ key: id, values: [signKeys(keys, secret)] }] : [],
  );
  await updateRows(tx, log, ['click_keys'], productId, keyed);
  return rows.length;
}

interface ConversionRow {
  readonly id: number;
  readonly event_id: string;
  readonly cv_setting_id: number;
  readonly ip: string | null;
  readonly args: string | null;
}

/** Reads the person's next conversions after an id, in id order. */
async function nextConversions(
  tx: Tx,
  productId: number,
  persons: Persons,
  after: number,
  most: number,
): Promise<ConversionRow[]> {
  const rows: ConversionRow[] = [];
  for (const { where, of, tail } of OF_PERSON) {
    const found = await select<ConversionRow>(tx)`SELECT c.id, c.event_id, c.cv_setting_id, c.ip, c.args
      FROM conversion c WHERE c.product_id = ${productId} AND ${sql(where)} ${persons[of]}
      AND c.id > ${after} ${sql(tail)} ORDER BY c.id LIMIT ${most}`;
    rows.push(...found);
  }
  return rows.sort((a, b) => a.id - b.id).slice(0, most);
}

/**
 * Deletes the traits that detect duplicate results: erased addresses and arguments must not match any more.
 */
async function forgetTraits(tx: Tx, productId: number, conversions: readonly ConversionRow[]): Promise<void> {
  for (const { event_id: eventId, cv_setting_id: cvSettingId, ip, args } of conversions) {
    const traits = [
      ...(ip === null ? [] : [ipTrait(ip)]),
      ...Object.entries(argsOf(args)).map(([name, value]) => argTrait(name, value)),
    ];
    await execute(tx)`DELETE FROM result_trait
      WHERE product_id = ${productId} AND trait IN ${traits} AND event_id = ${eventId}
      AND cv_setting_id = ${cvSettingId}`;
  }
}

/** Erases personal data from the results of conversions; states, costs and history stay. */
async function eraseResults(
  tx: Tx,
  conversionIds: readonly number[],
  now: number,
  mentions: (text: string | null) => boolean,
): Promise<void> {
  const results = await select<{ id: string }>(tx)`SELECT id FROM result
    WHERE conversion_id IN ${conversionIds}`;
  const ids = results.map(({ id }) => id);
  await execute(tx)`UPDATE result
    SET xclid = NULL, ses = NULL, key1 = NULL, key2 = NULL, key3 = NULL, erased_at = ${now}
    WHERE erased_at IS NULL AND id IN ${ids}`;
  await erasePostbacks(tx, ids);
  const reasons = await select<{ id: number; reason: string }>(tx)`SELECT id, reason FROM result_history
    WHERE reason IS NOT NULL AND result_id IN ${ids}`;
  for (const { id, reason } of reasons)
    if (mentions(reason)) await tx.execute('UPDATE result_history SET reason = NULL WHERE id = ?', [id]);
}

/**
 * Erases personal data from some of the person's conversions, with their results and postbacks.
 * @param after conversions up to this id are already erased
 * @returns the id up to which they are erased now, and the number of erased conversions
 */
export async function eraseConversions(
  tx: Tx,
  productId: number,
  persons: Persons,
  after: number,
  most: number,
  now: number,
  mentions: (text: string | null) => boolean,
): Promise<{ readonly after: number; readonly count: number }> {
  const rows = await nextConversions(tx, productId, persons, after, most);
  await forgetTraits(tx, productId, rows);
  const ids = rows.map(({ id }) => id);
  await eraseResults(tx, ids, now, mentions);
  for (const { cv_setting_id: cvSettingId, event_id: eventId } of rows)
    await execute(tx)`DELETE FROM conversion_match
      WHERE product_id = ${productId} AND cv_setting_id = ${cvSettingId} AND event_id = ${eventId}`;
  // Order numbers, by which platforms know the conversions.
  await execute(tx)`UPDATE conversion_send SET transaction_id = CONCAT('erased~', id)
    WHERE conversion_id IN ${ids}`;
  await execute(tx)`UPDATE conversion_amendment SET reason = NULL WHERE conversion_id IN ${ids}`;
  await execute(tx)`UPDATE conversion
    SET ${sql(PERSONAL.conversion.map((column) => `${column} = NULL`).join(', '))} WHERE id IN ${ids}`;
  return { after: ids.at(-1) ?? after, count: rows.length };
}
