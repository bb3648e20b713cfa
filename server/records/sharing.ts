import { RoleType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { notWritable } from '../auth/failure';
import { placeholders, type Database } from '../db/database';

/** A row of a user, who may share it in the company. */
interface Shareable {
  readonly userId: number;
  readonly shared: boolean;
}

/**
 * Returns whether an actor sees a row of their company. Agencies don't see other users' rows, which may name
 * other agencies' ads.
 */
export const seesShared = (actor: Actor, { userId, shared }: Shareable): boolean =>
  userId === actor.userId || (shared && actor.role !== RoleType.AGENCY);

/** Returns whether an actor may change a row that they see: their own, or as ADMIN a shared one. */
export const changesShared = (actor: Actor, { userId, shared }: Shareable): boolean =>
  userId === actor.userId || (shared && actor.role === RoleType.ADMIN);

/** Refuses to share a row of an agency. @throws FORBIDDEN */
export function requireSharing({ role }: Actor, shared: unknown): void {
  if (shared === true && role === RoleType.AGENCY) throw notWritable('shared');
}

/** Returns the names of the rows' owners by user id; deleted users are missing. */
export async function ownerNames(
  db: Database,
  rows: ReadonlyArray<Pick<Shareable, 'userId'>>,
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const users = await db.read<{ id: number; user_name: string }>(
    `SELECT id, user_name FROM app_user WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(users.map(({ id, user_name: name }) => [id, name]));
}
