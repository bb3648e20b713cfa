import { ingest, idFault, type AmendmentEvent } from '../journeys';
import type { Actor } from '../auth/actor';
import { badInput, notFound, type FailureMessage } from '../auth/failure';
import type { Client } from '../auth/sessions';
import { chunksOf, select, sql } from '../db/statements';
import { allOf, oneOf } from '../db/condition';
import type { Database, Tx } from '../db/database';
import { newEventId } from '../platform/event-id';
import { createWriteContext, recordChange } from '../records/audit/record';
import type { ListService } from '../records/list.service';
import { requireRead } from '../records/read-plan';
import { requireDecider } from '../results/approval/approval.service';

/** A change of a conversion, as the console shows it. */
export interface StoredAmendment {
  readonly id: string;
  readonly time: Date;
  /** Yen; null if it leaves the amount. */
  readonly amount: number | null;
  readonly cancelled: boolean | null;
  readonly reason: string | null;
  /** s2s, import or console. */
  readonly door: string;
  /** Name of the user who entered it in the console. */
  readonly user: string | null;
  readonly storedAt: Date;
}

/** A conversion to amend, and what to set. */
export interface AmendmentInput {
  readonly conversionId: string;
  readonly productId: number | null;
  readonly cvSettingId: number | null;
  /** Outside id; a new one by default. The same id again changes nothing. */
  readonly id: string | null;
  /** When the order changed; by default now, after all earlier amendments. */
  readonly time: Date | null;
  readonly amount: number | null;
  readonly cancelled: boolean | null;
  readonly reason: string | null;
}

/** The same as SQL returns it. */
type AmendmentRow = Pick<StoredAmendment, 'id' | 'reason' | 'door' | 'user'> & {
  readonly rowId: number;
  readonly time: number | string;
  readonly sen: number | null;
  readonly flag: number | null;
  readonly storedAt: number | string;
};

const COLUMNS =
  'm.id, m.time, m.amount_sen AS sen, m.cancelled AS flag, m.reason, m.door, u.user_name AS user, m.stored_at AS storedAt';
const JOINS =
  'JOIN conversion_amendment m ON m.conversion_id = o.id LEFT JOIN app_user u ON u.id = m.user_id';
/** The conversions whose amendments apply to `e`: itself, and those of its order. */
const SOURCES = [
  'JOIN conversion o ON o.id = e.id',
  'JOIN conversion o ON o.product_id = e.product_id AND o.cv_setting_id = e.cv_setting_id AND o.order_digest = e.order_digest AND o.id <> e.id',
];

const fromRow = ({ id, time, sen, flag, reason, door, user, storedAt }: AmendmentRow): StoredAmendment => ({
  ...{ id, reason, door, user },
  time: new Date(Number(time)),
  amount: sen === null ? null : sen / 100,
  cancelled: flag === null ? null : Boolean(Number(flag)),
  storedAt: new Date(Number(storedAt)),
});

const MAX_YEN = 1e12;
const MAX_REASON = 1000;
const MAX_ID = 128;
const AHEAD_MS = 5 * 60_000;

/** Validates what an amendment sets. @throws BAD_USER_INPUT naming each field */
function validate({ id, time, amount, cancelled, reason }: AmendmentInput, now: number): void {
  const wrong: Record<string, FailureMessage> = {};
  if (amount === null && cancelled === null)
    for (const field of ['amount', 'cancelled']) wrong[field] = { key: 'chooseAtLeastOne' };
  if (amount !== null && amount < 0) wrong.amount = { key: 'minValue', params: { min: 0 } };
  else if (amount !== null && (amount > MAX_YEN || Math.round(amount * 100) / 100 !== amount))
    wrong.amount = { key: 'invalidMoney' };
  if (reason !== null && [...reason].length > MAX_REASON)
    wrong.reason = { key: 'maxLength', params: { count: MAX_REASON } };
  else if (reason?.includes('\0')) wrong.reason = { key: 'invalidInput' };
  if (id !== null && idFault('id', id) !== null) wrong.id = { key: 'maxLength', params: { count: MAX_ID } };
  if (time !== null && time.getTime() > now + AHEAD_MS) wrong.time = { key: 'notYetDay' };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
}

/** Reads and enters changes of conversions: refunds and cancellations (domain.md 8.6). */
export class AmendmentService {
  constructor(
    private readonly db: Database,
    private readonly conversions: ListService,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the amendments of each conversion and its order, oldest first; none for conversions that the actor
   * may not see.
   */
  async list(actor: Actor, rowIds: readonly number[]): Promise<Map<number, StoredAmendment[]>> {
    const { definition } = this.conversions;
    const grant = requireRead(actor, definition);
    const guard = definition.guard(actor, grant, null);
    const amendments = new Map<number, StoredAmendment[]>();
    for (const chunk of chunksOf(rowIds)) {
      const where = allOf([oneOf('e.id', chunk), ...guard]);
      for (const source of SOURCES) {
        const rows = await this.db.read<AmendmentRow>(
          `SELECT e.id AS rowId, ${COLUMNS} FROM conversion e ${source} ${JOINS} WHERE ${where.sql}`,
          where.params,
        );
        for (const row of rows) {
          const id = Number(row.rowId);
          const amendment = fromRow(row);
          // Free text can quote any value.
          const visible = grant.masked ? { ...amendment, reason: null } : amendment;
          amendments.set(id, [...(amendments.get(id) ?? []), visible]);
        }
      }
    }
    for (const list of amendments.values())
      list.sort((a, b) => a.time.getTime() - b.time.getTime() || (a.id < b.id ? -1 : 1));
    return amendments;
  }

  /**
   * Amends a conversion and records it in the audit trail.
   * @returns the stored amendment; for an id that is already stored, that one
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
   */
  async amend(actor: Actor, given: AmendmentInput, client: Client): Promise<StoredAmendment> {
    requireDecider(actor);
    const now = this.now();
    const input = { ...given, id: given.id?.trim() || null, reason: given.reason?.trim() || null };
    const { rowId, eventId, productId, cvSettingId } = await this.conversions.get(
      actor,
      input.conversionId,
      new Set(['rowId', 'eventId', 'productId', 'cvSettingId']),
      { productId: input.productId, cvSettingId: input.cvSettingId },
    );
    validate(input, now);
    const event: Omit<AmendmentEvent, 'time'> = {
      type: 'amendment',
      productId: Number(productId),
      id: input.id ?? newEventId(now),
      door: 'console',
      ip: null,
      ua: null,
      visitorId: null,
      conversionId: String(eventId),
      order: null,
      cvSettingId: Number(cvSettingId),
      amount: input.amount,
      cancelled: input.cancelled,
      reason: input.reason,
      authorId: actor.userId,
    };
    return this.db.write(async (tx) => {
      const before = await readState(tx, Number(rowId));
      // Without a time it follows the newest one, which may be ahead of this clock.
      const time = input.time?.getTime() ?? Math.max(now, (await newestTime(tx, Number(rowId))) + 1);
      const [outcome] = await ingest(tx, [{ ...event, time }]);
      if (outcome?.status === 'rejected') throw notFound();
      const after = await readState(tx, Number(rowId));
      if (outcome?.status === 'accepted')
        await recordChange(createWriteContext(tx, actor, client, now), {
          entity: 'conversion',
          entityId: 0,
          productId: event.productId,
          label: String(eventId),
          action: 'update',
          version: null,
          before,
          after: { ...after, ...(input.reason !== null && { reason: input.reason }) },
        });
      const [row] = await select<AmendmentRow>(tx)`SELECT o.id AS rowId, ${sql(COLUMNS)}
        FROM conversion o ${sql(JOINS)}
        WHERE m.product_id = ${event.productId} AND m.id = ${event.id}`;
      if (!row) throw notFound();
      return fromRow(row);
    });
  }
}

/** Returns the time of the newest amendment of a conversion or its order; 0 if there is none. */
async function newestTime(tx: Tx, rowId: number): Promise<number> {
  let newest = 0;
  for (const source of SOURCES) {
    const [row] = await select<{ time: number | string | null }>(tx)`SELECT MAX(m.time) AS time
      FROM conversion e ${sql(source)} ${sql(JOINS)} WHERE e.id = ${rowId}`;
    newest = Math.max(newest, Number(row?.time ?? 0));
  }
  return newest;
}

/** Reads a conversion's current amount in yen, and whether it is cancelled. */
async function readState(tx: Tx, rowId: number): Promise<{ amount: number; cancelled: boolean }> {
  const [row] = await select<{ sen: number; cancelled: number }>(tx)`SELECT COALESCE(amended_sen,
    amount_sen) AS sen, cancelled FROM conversion WHERE id = ${rowId}`;
  return { amount: (row?.sen ?? 0) / 100, cancelled: Boolean(Number(row?.cancelled ?? 0)) };
}
