import { z } from 'zod';
import type { Tx } from '../db/database';
import { select, sql } from '../db/statements';
import { countArchived, readArchived } from './erase-archived';
import { ORDERED } from '../journeys/derive/orders';
import { digestsOf, hashedKey, isErased, isHashed, type PersonKind } from '../journeys/privacy/persons';

/** Id that names the person to erase. */
export interface Subject {
  readonly kind: PersonKind | 'conversion';
  readonly id: string;
}

/** All ids of a person in a product. */
export interface Persons {
  readonly visitors: readonly string[];
  readonly users: readonly string[];
}

/** A customer id with more browsers than this is shared, like a guest account or a test id. */
export const MOST_VISITORS = 500;

type Reading = Pick<Tx, 'query' | 'archive'>;
const distinct = (values: Iterable<string | null>): string[] =>
  [...new Set(values)].filter((value): value is string => value !== null && !isErased(value));

async function usersOfVisitor(tx: Reading, productId: number, visitorId: string): Promise<string[]> {
  const rows = await select<{ user_id: string | null }>(tx)`SELECT DISTINCT user_id FROM conversion
    WHERE product_id = ${productId} AND visitor_id = ${visitorId}`;
  return distinct(rows.map((row) => row.user_id));
}

/** Returns the browsers that the customers converted with. Excluded conversions don't link persons. */
async function visitorsOfUsers(tx: Reading, productId: number, users: readonly string[]): Promise<string[]> {
  const rows = await select<{ visitor_id: string }>(tx)`SELECT DISTINCT visitor_id FROM conversion
    WHERE product_id = ${productId} AND ${sql(ORDERED)} AND user_id IN ${users}`;
  return distinct(rows.map((row) => row.visitor_id));
}

/** Returns the ids that the tracker's domain gave these browsers before the site's own id took over. */
async function trackerIdsOf(tx: Reading, productId: number, visitors: readonly string[]): Promise<string[]> {
  const rows = await select<{ claimed_visitor_id: string }>(tx)`SELECT DISTINCT claimed_visitor_id
    FROM interaction WHERE product_id = ${productId} AND visitor_id IN ${visitors}`;
  const archived = await readArchived(tx, productId, 'interaction', visitors);
  return distinct([...rows, ...archived].map((row) => String(row.claimed_visitor_id)));
}

/**
 * Returns the customer of a conversion, or its browser if it names no customer. Several settings may share an
 * event id.
 */
async function ofConversion(tx: Reading, productId: number, eventId: string): Promise<Persons> {
  const settings = await select<{ id: number }>(tx)`SELECT id FROM cv_setting
    WHERE product_id = ${productId}`;
  const rows = await select<{ visitor_id: string; user_id: string | null }>(tx)`SELECT visitor_id, user_id
    FROM conversion
    WHERE product_id = ${productId} AND event_id = ${eventId}
    AND cv_setting_id IN ${settings.map(({ id }) => id)}`;
  return {
    users: distinct(rows.map((row) => row.user_id)),
    visitors: distinct(rows.filter((row) => row.user_id === null).map((row) => row.visitor_id)),
  };
}

/**
 * Finds all ids of a person. A customer comes with every browser of their conversions. A browser comes with
 * every customer that converted there, and those customers' browsers. The search stops there, because a
 * shared browser would add strangers.
 * @returns null if the id has more browsers than a person can have
 */
export async function personsOf(
  tx: Reading,
  productId: number,
  { kind, id }: Subject,
): Promise<Persons | null> {
  const hashed = (await digestsOf(tx, productId))?.of(kind, id);
  const ids = hashed === undefined ? [id] : [id, hashedKey(hashed)];
  const named: Persons =
    kind === 'conversion'
      ? await ofConversion(tx, productId, id)
      : { users: distinct(kind === 'user' ? ids : []), visitors: distinct(kind === 'visitor' ? ids : []) };
  const users = distinct([
    ...named.users,
    ...(
      await Promise.all(named.visitors.map((visitorId) => usersOfVisitor(tx, productId, visitorId)))
    ).flat(),
  ]);
  const visitors = distinct([...named.visitors, ...(await visitorsOfUsers(tx, productId, users))]);
  if (visitors.length > MOST_VISITORS) return null;
  // A single browser may have as many tracker ids as clicks.
  return { users, visitors: distinct([...visitors, ...(await trackerIdsOf(tx, productId, visitors))]) };
}

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
type ErasureKind = (typeof erasureKinds)[number];
export type ErasureCounts = Record<ErasureKind, number>;

/** Stored counts; kinds that are missing count 0. */
export const storedCounts = z.record(z.enum(erasureKinds), z.number().default(0));

export const noCounts = (): ErasureCounts => storedCounts.parse({});

/** SQL conditions of a person's conversions: by customer, or by browser if they name no customer. */
export const OF_PERSON = [
  { where: 'c.user_id IN', of: 'users', tail: '' },
  { where: 'c.visitor_id IN', of: 'visitors', tail: 'AND c.user_id IS NULL' },
] as const satisfies readonly { where: string; of: keyof Persons; tail: string }[];

const PENDING = 'SUM(CASE WHEN p.due_at IS NOT NULL THEN 1 ELSE 0 END)';

/** Counts the person's rows in the logs. */
export async function countLogs(tx: Reading, productId: number, persons: Persons): Promise<ErasureCounts> {
  const counts = {
    ...noCounts(),
    visitors: persons.visitors.filter((id) => !isHashed(id)).length,
    customers: persons.users.filter((id) => !isHashed(id)).length,
  };
  const count = async (
    from: string,
    where: string,
    list: readonly string[],
    tail = '',
    counted = 'COUNT(*)',
  ) => {
    const rows = await select<{ n: number | string | null }>(tx)`SELECT ${sql(counted)} AS n
      FROM ${sql(from)}
      WHERE c.product_id = ${productId} AND ${sql(where)} ${list} ${sql(tail)}`;
    return rows.reduce((sum, { n }) => sum + Number(n ?? 0), 0);
  };
  const archived = await countArchived(tx, productId, persons.visitors);
  counts.interactions =
    archived.interaction + (await count('interaction c', 'c.visitor_id IN', persons.visitors));
  counts.accesses = archived.access + (await count('access c', 'c.visitor_id IN', persons.visitors));
  const results = 'conversion c JOIN result r ON r.conversion_id = c.id';
  const postbacks = `${results} JOIN postback p ON p.result_id = r.id`;
  for (const { where, of, tail } of OF_PERSON) {
    counts.conversions += await count('conversion c', where, persons[of], tail);
    counts.results += await count(results, where, persons[of], tail);
    counts.notifications += await count(postbacks, where, persons[of], tail);
    counts.withdrawn += await count(postbacks, where, persons[of], tail, PENDING);
  }
  return counts;
}
