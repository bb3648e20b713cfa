import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import type { Client } from '../../auth/sessions';
import { insertRows, type Tx } from '../../db/database';
import { breather } from '../../backpressure/yield-to-traffic';
import { sameValue } from '../same-value';

/** Values of the fields of something, by camelCase name. */
export type FieldValues = UnknownRecord;

/** What was changed and how. */
export interface AuditEntry {
  readonly entity: string;
  readonly entityId: number;
  readonly productId: number | null;
  readonly label: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly version: number | null;
  /** Fields before and after; empty for what did not exist. Only those that differ are kept. */
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** What the trail keeps of an actor; a command at the server's own console has no user. */
type Author = Pick<Actor, 'companyId'> & { readonly userId: Actor['userId'] | null };

/** A transaction in which somebody changes settings. */
export interface Writing<A extends Author = Actor> {
  readonly tx: Tx;
  readonly actor: A;
  readonly client: Client;
  readonly at: Date;
  /**
   * The user's name, read once and as late as possible: on MariaDB the first plain read decides what
   * later ones see, and rows to be changed must be locked before.
   */
  readonly userName: () => Promise<string>;
}

/** Begins to write in an open transaction. */
export function beginWriting<A extends Author>(tx: Tx, actor: A, client: Client, now: number): Writing<A> {
  let name: Promise<string> | undefined;
  const read = async () => {
    const [user] = await tx.query<{ user_name: string }>('SELECT user_name FROM app_user WHERE id = ?', [
      actor.userId,
    ]);
    return user?.user_name ?? '';
  };
  return { tx, actor, client, at: new Date(now), userName: () => (name ??= read()) };
}

/** As many rows as one statement takes. */
const PIECE = 500;

/** Fields whose texts are secrets: that they changed is kept, never what they are. */
const SECRET = /password|secret|hash|token/i;
const HIDDEN = '"********"';

const asText = (name: string, value: unknown): string | null =>
  value === undefined || value === null ? null : SECRET.test(name) ? HIDDEN : JSON.stringify(value);

/** Names of the fields in which two states differ. */
export function changedFields(before: FieldValues, after: FieldValues): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !sameValue(before[name], after[name]));
}

/** Keeps a change in the audit trail, in the transaction that makes it. */
export const recordChange = (writing: Writing<Author>, entry: AuditEntry): Promise<void> =>
  recordChanges(writing, [entry]);

/** Keeps changes in the audit trail, in the transaction that makes them. */
export async function recordChanges(writing: Writing<Author>, entries: readonly AuditEntry[]): Promise<void> {
  const { tx, actor, client, at } = writing;
  const breathe = breather();
  const rows: Array<readonly [number, string, string | null, string | null]> = [];
  for (const { before, after, label, ...entry } of entries) {
    const id = await tx.insert(
      `INSERT INTO audit_log (company_id, product_id, at, user_id, user_name, ip, action, entity, entity_id, label, version)
       VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
      [
        actor.companyId,
        entry.productId,
        at.getTime(),
        actor.userId,
        await writing.userName(),
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
    await breathe();
  }
  for (let start = 0; start < rows.length; start += PIECE) {
    await insertRows(
      tx,
      'audit_change',
      ['audit_id', 'field', 'before_value', 'after_value'],
      rows.slice(start, start + PIECE),
    );
    await breathe();
  }
}
