import { z } from 'zod';
import type { Tx } from '../db/database';
import { selectIn } from '../db/chunks';
import { isHashed } from '../journeys/privacy/persons';
import type { Persons } from './subject';

/** Kinds of rows that an erasure changes. */
export const erasureKinds = [
  'visitors',
  'customers',
  'interactions',
  'accesses',
  'conversions',
  'results',
  'notifications',
  'withdrawn',
  'refusedEvents',
  'auditEntries',
] as const;
export type ErasureKind = (typeof erasureKinds)[number];
export type ErasureCounts = Record<ErasureKind, number>;

/** Stored counts; kinds that are missing count 0. */
export const storedCounts = z.record(z.enum(erasureKinds), z.number().default(0));

export const noCounts = (): ErasureCounts => storedCounts.parse({});

/** SQL conditions of a person's conversions: by customer, or by browser if they name no customer. */
export const OF_PERSON = [
  { where: 'c.product_id = ? AND c.user_id IN', of: 'users', tail: '' },
  { where: 'c.product_id = ? AND c.visitor_id IN', of: 'visitors', tail: 'AND c.user_id IS NULL' },
] as const satisfies readonly { where: string; of: keyof Persons; tail: string }[];

const PENDING = 'SUM(CASE WHEN p.due_at IS NOT NULL THEN 1 ELSE 0 END)';

/** Counts the person's rows in the logs. */
export async function countLogs(
  tx: Pick<Tx, 'query'>,
  productId: number,
  persons: Persons,
): Promise<ErasureCounts> {
  const counts = {
    ...noCounts(),
    visitors: persons.visitors.filter((id) => !isHashed(id)).length,
    customers: persons.users.filter((id) => !isHashed(id)).length,
  };
  const sum = async (sql: string, list: readonly string[], tail = ''): Promise<Record<string, number>> => {
    const rows = await selectIn<Record<string, number | string | null>>(tx, sql, [productId], list, tail);
    const total: Record<string, number> = {};
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) total[name] = (total[name] ?? 0) + Number(value ?? 0);
    return total;
  };
  for (const [table, kind] of [
    ['interaction', 'interactions'],
    ['access', 'accesses'],
  ] as const) {
    counts[kind] =
      (
        await sum(
          `SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ? AND visitor_id IN`,
          persons.visitors,
        )
      ).n ?? 0;
  }
  for (const { where, of, tail } of OF_PERSON) {
    const list = persons[of];
    counts.conversions +=
      (await sum(`SELECT COUNT(*) AS n FROM conversion c WHERE ${where}`, list, tail)).n ?? 0;
    counts.results +=
      (
        await sum(
          `SELECT COUNT(*) AS n FROM conversion c JOIN result r ON r.conversion_id = c.id WHERE ${where}`,
          list,
          tail,
        )
      ).n ?? 0;
    const postbacks = await sum(
      `SELECT COUNT(*) AS n, ${PENDING} AS waiting FROM conversion c JOIN result r ON r.conversion_id = c.id JOIN postback p ON p.result_id = r.id WHERE ${where}`,
      list,
      tail,
    );
    counts.notifications += postbacks.n ?? 0;
    counts.withdrawn += postbacks.waiting ?? 0;
  }
  return counts;
}
