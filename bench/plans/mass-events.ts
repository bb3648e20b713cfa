import type { Database } from '../../server/db/database';

const DIGIT = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS d`).join(' UNION ALL ');

/** SQL for a table of the numbers 0 to 10^places - 1. It works in every database. */
export const numbers = (digits: number): string => {
  const names = Array.from({ length: digits }, (_, place) => `d${place}`);
  return `(SELECT ${names.map((name, place) => `${10 ** place} * ${name}.d`).join(' + ')} AS n FROM ${names.map((name) => `(${DIGIT}) ${name}`).join(' CROSS JOIN ')}) numbers`;
};

const DAY_MS = 86_400_000;
/** Clicks of each visitor. */
const CLICKS_EACH = 4;
/** Contacts on the path of each conversion. */
const PATH_LENGTH = 40;

export interface Mass {
  productId: number;
  adIds: readonly number[];
  cvSettingId: number;
  /** Epoch milliseconds of the first event. A Tokyo midnight. */
  from: number;
  days: number;
  /** A power of ten. */
  clicks: number;
}

/** Returns the id of a visitor. */
export const massVisitor = (n: number): string => `m${n}`;

/**
 * Fills the logs like a long history: clicks with four views each and a conversion for each hundredth, spread
 * evenly over the days and already derived. The database creates the rows, because the endpoints would take
 * hours.
 */
export const loadMass = async (
  db: Database,
  { productId, adIds, cvSettingId, from, days, clicks }: Mass,
): Promise<void> => {
  const digits = Math.round(Math.log10(clicks));
  const text = (letter: string, number: string): string => `CONCAT('${letter}', ${number})`;
  const step = Math.floor((days * DAY_MS) / clicks);
  const time = `(${from} + n * ${step})`;
  // The days needn't be calendar days. Only their number and their order matter.
  const day = `(20250000 + 100 * FLOOR(n * ${days} / ${clicks} / 28) + n * ${days} / ${clicks} % 28 + 1)`;
  const integer = (sql: string): string =>
    db.dialect === 'sqlite' ? `CAST(${sql} AS INTEGER)` : `FLOOR(${sql})`;
  const visitor = text('m', `n % ${clicks / CLICKS_EACH}`);
  const ad = `(${adIds[0]} + n % ${adIds.length})`;
  // Each visitor has one address. A fiftieth of contacts and views come from robots.
  const person = `n % ${clicks / CLICKS_EACH}`;
  const ip = `CONCAT('10.', ${integer(`(${person}) / 65536`)}, '.', ${integer(`(${person}) / 256`)} % 256, '.', (${person}) % 256)`;
  const robot = 'n % 50 = 7';
  const reason = `CASE WHEN ${robot} THEN 'bot' END`;
  const shared = `${productId}, ${time}, ${integer(day)}, ${visitor}, 'import', 1 + n % 2`;
  await db.write(async (tx) => {
    await tx.execute(
      `INSERT INTO interaction (product_id, time, day, visitor_id, door, device, id, claimed_visitor_id, ad_id, cost_sen, tracking_term, counted, first_touch, reference_id, ip, excluded_reason, stored_at)
        SELECT ${shared}, ${text('c', 'n')}, ${visitor}, ${ad}, 0, 30, 1 - (${robot}), 1 - (${robot}), ${text('c', 'n')}, ${ip}, ${reason}, 0 FROM ${numbers(digits)} ORDER BY n`,
    );
  });
  for (let view = 0; view < 4; view += 1) {
    await db.write(async (tx) => {
      await tx.execute(
        `INSERT INTO access (product_id, time, day, visitor_id, door, device, id, interaction_id, ad_id, ip, excluded_reason, stored_at)
          SELECT ${shared}, ${text(`p${view}-`, 'n')}, ${text('c', 'n')}, ${ad}, ${ip}, ${reason}, 0 FROM ${numbers(digits)} ORDER BY n`,
      );
    });
  }
  await db.write(async (tx) => {
    await tx.execute(
      `INSERT INTO conversion (product_id, time, day, visitor_id, door, device, cv_setting_id, event_id, cv_type, cv_slot, user_id, amount_sen, tracking_term, stored_at)
        SELECT ${shared}, ${cvSettingId}, ${text('o', 'n')}, 1, 1, CASE WHEN n % 1000 = 0 THEN ${text('u', 'n')} END, 100, 30, 0
        FROM ${numbers(digits)} WHERE n % 100 = 0`,
    );
    await tx.execute(
      `INSERT INTO conversion_touch (product_id, day, conversion_id, class, pos, n, interaction_id, ad_id, device, redirect_id, lpo_entry_id, touched_at, cv_setting_id,
          cv_type, cv_slot, amount_sen, is_last, counts_indirect, counts_indirect_total, latency_ms, share_1, share_2, share_3, share_4, share_5)
        SELECT product_id, day, id, 1, n + 1, ${PATH_LENGTH}, visitor_id, ${adIds[0]}, device, 0, 0, time, cv_setting_id, cv_type, cv_slot, amount_sen,
          CASE WHEN n + 1 = ${PATH_LENGTH} THEN 1 ELSE 0 END, 0, 0, 0, 0, 0, 0, 0, 0
        FROM conversion CROSS JOIN ${numbers(2)} WHERE product_id = ${productId} AND n < ${PATH_LENGTH}`,
    );
  });
};
