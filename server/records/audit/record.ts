import type { UnknownRecord } from '../../../shared/records';
import type { AuditAction, AuditEntity } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import type { Client } from '../../auth/sessions';
import { chunksOf, select } from '../../db/statements';
import { insertRows, type Tx } from '../../db/database';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { sameValue } from '../select';

/** Field values by camelCase name. */
export type FieldValues = UnknownRecord;

/** A change to record in the audit trail. */
export interface AuditEntry {
  readonly entity: AuditEntity;
  readonly entityId: number;
  readonly productId: number | null;
  readonly label: string;
  readonly action: AuditAction;
  readonly version: number | null;
  /** Fields before and after; empty if the row did not exist. Only fields that differ are stored. */
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** The actor fields that the audit trail stores; machines and commands on the server's own console have no user. */
export type Author = Pick<Actor, 'companyId' | 'machine'> & { readonly userId: Actor['userId'] | null };

/** A transaction that changes settings. */
export interface WriteContext<A extends Author = Actor> {
  readonly tx: Tx;
  readonly actor: A;
  readonly client: Client;
  readonly at: Date;
  /**
   * The user's name, read once and as late as possible. On MariaDB the first plain read fixes the snapshot for
   * later reads, and rows to change must be locked before it.
   */
  readonly userName: () => Promise<string>;
}

/** Creates the write context of an open transaction. */
export function createWriteContext<A extends Author>(
  tx: Tx,
  actor: A,
  client: Client,
  now: number,
): WriteContext<A> {
  let name: Promise<string> | undefined;
  const read = async () => {
    if (actor.machine !== undefined) return actor.machine;
    const [user] = await select<{ user_name: string }>(tx)`SELECT user_name FROM app_user
      WHERE id = ${actor.userId}`;
    return user?.user_name ?? '';
  };
  return { tx, actor, client, at: new Date(now), userName: () => (name ??= read()) };
}

/** Rows per INSERT statement. */
const INSERT_BATCH = 500;

/** Fields that hold secrets: the trail records the change but never the value. */
const SECRET = /password|secret|hash|token/i;
const HIDDEN = '"********"';

const asText = (name: string, value: unknown): string | null =>
  value === undefined || value === null ? null : SECRET.test(name) ? HIDDEN : JSON.stringify(value);

/** Returns the names of the fields that differ between two states. */
export function changedFields(before: FieldValues, after: FieldValues): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !sameValue(before[name], after[name]));
}

/** Records a change in the audit trail, within the transaction that makes it. */
export const recordChange = (context: WriteContext<Author>, entry: AuditEntry): Promise<void> =>
  recordChanges(context, [entry]);

/** Records changes in the audit trail, within the transaction that makes them. */
export async function recordChanges(
  context: WriteContext<Author>,
  entries: readonly AuditEntry[],
): Promise<void> {
  const { tx, actor, client, at } = context;
  const yieldToTraffic = createTrafficYield();
  const rows: Array<readonly [number, string, string | null, string | null]> = [];
  for (const { before, after, label, ...entry } of entries) {
    const id = await tx.insert(
      `INSERT INTO audit_log (company_id, product_id, at, user_id, user_name, ip, action, entity, entity_id, label, version)
       VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
      [
        actor.companyId,
        entry.productId,
        at.getTime(),
        actor.machine === undefined ? actor.userId : null,
        await context.userName(),
        client.ip || null,
        entry.action,
        entry.entity,
        entry.entityId,
        [...label].slice(0, 255).join(''),
        entry.version,
      ],
    );
    for (const name of changedFields(before, after))
      rows.push([id, name, asText(name, before[name]), asText(name, after[name])]);
    await yieldToTraffic();
  }
  for (const chunk of chunksOf(rows, INSERT_BATCH)) {
    await insertRows(tx, 'audit_change', ['audit_id', 'field', 'before_value', 'after_value'], chunk);
    await yieldToTraffic();
  }
}
