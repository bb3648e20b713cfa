import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import type { Client } from '../../auth/sessions';
import type { Writing } from '../audit/record';
import { canonical } from '../same-value';

/** Hours for which a key stands for what was made under it: longer than anybody waits for an answer. */
const KEPT_HOURS = 24;

const VALID = /^[\x21-\x7e]{8,64}$/;

const slowDigest = promisify<string, string, number, Buffer>(scrypt);

/** Tells inputs apart without keeping them: a password may be among them, so that guessing has to be slow. */
const digestOf = async (input: UnknownRecord, salt: string): Promise<string> =>
  (await slowDigest(canonical(input), salt, 32)).toString('hex');

/** What tells one making from another: who makes what, by the key of the client's, and a digest of what was sent. */
export interface OnceKey {
  readonly entity: string;
  readonly key: string;
  readonly digest: string;
}

/**
 * The key (`Idempotency-Key`) that a client gave to something new; null where it gave none. To be asked for before the
 * transaction: its digest takes a while.
 * @throws BAD_USER_INPUT for a key that is none
 */
export async function onceKey(
  { userId }: Pick<Actor, 'userId'>,
  { idempotencyKey: key = null }: Client,
  entity: string,
  input: UnknownRecord,
): Promise<OnceKey | null> {
  if (key === null) return null;
  if (!VALID.test(key)) throw badInput({ idempotencyKey: { key: 'idempotencyKey' } });
  return { entity, key, digest: await digestOf(input, `${userId} ${entity} ${key}`) };
}

/**
 * Makes something new once for each key of its user, however often it is sent: whoever never got the answer sends it
 * again, and is given what was made the first time. Without a key it is made each time.
 * @returns its id
 * @throws CONFLICT for a key under which something else was made
 */
export async function madeOnce(
  { tx, actor, at }: Writing,
  once: OnceKey | null,
  make: () => Promise<number>,
): Promise<number> {
  if (once === null) return make();
  const { entity, key, digest } = once;
  const since = at.getTime() - KEPT_HOURS * 3_600_000;
  const [before] = await tx.query<{ entity_id: number; digest: string }>(
    'SELECT entity_id, digest FROM creation_key WHERE user_id = ? AND entity = ? AND creation_key = ? AND created_at > ?',
    [actor.userId, entity, key, since],
  );
  if (before && before.digest !== digest) throw new Failure('CONFLICT', 'madeAlready');
  if (before) return Number(before.entity_id);
  const id = await make();
  await tx.execute('DELETE FROM creation_key WHERE user_id = ? AND created_at <= ?', [actor.userId, since]);
  // Sent twice at once, the second meets the key of the first, and looks again.
  await tx.execute(
    'INSERT INTO creation_key (user_id, entity, creation_key, digest, entity_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    [actor.userId, entity, key, digest, id, at.getTime()],
  );
  return id;
}
