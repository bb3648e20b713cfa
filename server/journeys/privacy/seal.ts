import { randomBytes } from 'node:crypto';
import { startOfDay, type Day } from '../../../shared/domain/calendar';
import type { Tx } from '../../db/database';
import { select, sql } from '../../db/statements';
import type { IncomingEvent } from '../events/incoming-event';
import { PAGE, pageSign, PERSONAL, digestsOf, newErased, type PersonKind } from './persons';

/** Returns the first open day of a product; contacts of earlier days are sealed. 0 if no day is sealed. */
export async function sealedBefore(tx: Pick<Tx, 'query'>, productId: number): Promise<Day> {
  const [row] = await select<{ sealed_before: Day }>(tx)`SELECT sealed_before FROM log_horizon
    WHERE product_id = ${productId}`;
  return row?.sealed_before ?? 0;
}

const fromDay = (day: Day | undefined): number => (day ? startOfDay(day) : -Infinity);

/** Returns the start of the first open day in epoch milliseconds; -Infinity if no day is sealed. */
export async function openFrom(tx: Pick<Tx, 'query'>, productId: number): Promise<number> {
  return fromDay(await sealedBefore(tx, productId));
}

/** Like `openFrom`, for code that stores events: locks the horizon until the transaction ends. */
export async function lockOpenFrom(tx: Pick<Tx, 'query' | 'needsLocks'>, productId: number): Promise<number> {
  const lock = tx.needsLocks ? ' LOCK IN SHARE MODE' : '';
  const [row] = await select<{ sealed_before: Day }>(tx)`SELECT sealed_before FROM log_horizon
    WHERE product_id = ${productId}${sql(lock)}`;
  return fromDay(row?.sealed_before);
}

type Logged = 'interaction' | 'access' | 'conversion';

/** Columns of a row before it is stored. */
type Row = Record<string, string | number | null>;

/**
 * Events of erased persons from before the erasure that arrive after it: from a collector's disk, a page's
 * memory or an import file. They count like any other event but are stored without personal data. Events
 * after the erasure belong to a new person.
 */
export class LateEvents {
  private readonly names = new Map<string, string>();
  private readonly standIns = new Map<IncomingEvent, IncomingEvent>();
  private readonly secret = randomBytes(32).toString('hex');

  private constructor(private readonly stripped: ReadonlySet<IncomingEvent> = new Set()) {}

  static readonly NONE = new LateEvents();

  /** @param erasedUntil instant of the product's last erasure; later events need no check */
  static async among(
    tx: Pick<Tx, 'query'>,
    productId: number,
    events: readonly IncomingEvent[],
    erasedUntil: number | null,
  ): Promise<LateEvents> {
    const early = erasedUntil === null ? [] : events.filter(({ time }) => time <= erasedUntil);
    const digests = early.length > 0 ? await digestsOf(tx, productId) : undefined;
    if (!digests) return LateEvents.NONE;
    const digestOf = (kind: PersonKind, id: string | null) => (id === null ? null : digests.of(kind, id));
    const identified = early.map((event) => ({
      event,
      visitor: digestOf('visitor', event.visitorId),
      user: digestOf('user', event.type === 'conversion' ? event.userId : null),
    }));
    const digestList = [...new Set(identified.flatMap(({ visitor, user }) => [visitor, user]))].filter(
      (digest) => digest !== null,
    );
    const rows = await select<{ digest: string; erased_at: number }>(tx)`SELECT digest, erased_at
      FROM erased_person WHERE product_id = ${productId} AND digest IN ${digestList}`;
    if (rows.length === 0) return LateEvents.NONE;
    const erasedAt = new Map(rows.map((row) => [row.digest, Number(row.erased_at)]));
    const stripped = new Set<IncomingEvent>();
    const late = new LateEvents(stripped);
    for (const { event, visitor, user } of identified) {
      const before = (digest: string | null): boolean =>
        digest !== null && event.time <= (erasedAt.get(digest) ?? -Infinity);
      if (!before(visitor) && !before(user)) continue;
      const standIn: IncomingEvent = { ...event };
      if ('clickIds' in standIn) standIn.clickIds = undefined;
      if ('match' in standIn) standIn.match = undefined;
      if (before(visitor)) Object.assign(standIn, { visitorId: late.nameOf(visitor) });
      if (before(user)) Object.assign(standIn, { userId: late.nameOf(user) });
      late.standIns.set(event, standIn);
      stripped.add(standIn);
    }
    return late;
  }

  private nameOf(digest: string | null): string {
    const name = this.names.get(digest ?? '') ?? newErased();
    this.names.set(digest ?? '', name);
    return name;
  }

  /** Returns the event as it is stored. */
  standIn(event: IncomingEvent): IncomingEvent {
    return this.standIns.get(event) ?? event;
  }

  /** Removes personal data of an erased person from a row. Call it after all decisions that need the data. */
  strip<R extends object>(event: IncomingEvent, log: Logged, row: R): R {
    if (!this.stripped.has(event)) return row;
    const values: Row = Object.fromEntries(PERSONAL[log].map((column) => [column, null]));
    if (log === 'conversion') return Object.assign(row, values);
    if (log === 'interaction') Object.assign(values, { click_keys: null });
    const page: unknown = Reflect.get(row, PAGE[log]);
    return Object.assign(row, values, {
      [PAGE[log]]: typeof page === 'string' ? pageSign(page, this.secret) : null,
    });
  }
}
