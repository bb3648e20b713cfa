import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { UnknownRecord } from '../../../shared/records';
import { execute, select } from '../../db/statements';
import { Instant, Ref, Varchar } from '../../db/columns';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import type { Client } from '../../auth/sessions';
import type { WriteContext } from '../audit/record';
import { canonical } from '../select';

/** An idempotency key of a client with the row that was created under it. */
@Entity()
@Index('ix_creation_key_created', ['userId', 'createdAt'])
export class CreationKey {
  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 32 })
  entity!: string;

  @PrimaryColumn({ name: 'creation_key', type: 'varchar', length: 64 })
  key!: string;

  /** Hexadecimal digest of the input: identifies a repeated request. */
  @Varchar(64)
  digest!: string;

  @Ref()
  entityId!: number;

  @Instant()
  createdAt!: Date;
}

/** Retention of a key in hours: longer than any client keeps retrying. */
const RETENTION_HOURS = 24;

const VALID = /^[\x21-\x7e]{8,64}$/;

const slowDigest = promisify<string, string, number, Buffer>(scrypt);

/**
 * Identifies an input without storing it. The digest is slow on purpose: the input may contain a password,
 * which must be hard to guess.
 */
const digestOf = async (input: UnknownRecord, salt: string): Promise<string> =>
  (await slowDigest(canonical(input), salt, 32)).toString('hex');

/** Identifies a create request within its user: entity, client key and input digest. */
interface IdempotencyKey {
  readonly entity: string;
  readonly key: string;
  readonly digest: string;
}

/**
 * Returns the idempotency key (`Idempotency-Key`) of a create request; null if the client sent none.
 * Call it before the transaction, because the digest takes a while.
 * @throws BAD_USER_INPUT for a malformed key
 */
export async function readIdempotencyKey(
  { userId }: Pick<Actor, 'userId'>,
  { idempotencyKey: key = null }: Client,
  entity: string,
  input: UnknownRecord,
): Promise<IdempotencyKey | null> {
  if (key === null) return null;
  if (!VALID.test(key)) throw badInput({ idempotencyKey: { key: 'idempotencyKey' } });
  return { entity, key, digest: await digestOf(input, `${userId} ${entity} ${key}`) };
}

/**
 * Creates a row once per user and key, however often it is requested. A client that lost the response retries
 * and gets the row of the first request. Without a key every request creates a row.
 * @returns the row's id
 * @throws CONFLICT for a key that was used with other input
 */
export async function createOnce(
  { tx, actor, at }: WriteContext,
  idempotencyKey: IdempotencyKey | null,
  create: () => Promise<number>,
): Promise<number> {
  if (idempotencyKey === null) return create();
  const { entity, key, digest } = idempotencyKey;
  const since = at.getTime() - RETENTION_HOURS * 3_600_000;
  const [before] = await select<{ entity_id: number; digest: string }>(tx)`SELECT entity_id, digest
    FROM creation_key WHERE user_id = ${actor.userId} AND entity = ${entity} AND creation_key = ${key}
    AND created_at > ${since}`;
  if (before && before.digest !== digest) throw new Failure('CONFLICT', 'madeAlready');
  if (before) return Number(before.entity_id);
  const id = await create();
  await tx.execute('DELETE FROM creation_key WHERE user_id = ? AND created_at <= ?', [actor.userId, since]);
  // Of two simultaneous requests, the second hits the first one's key and retries.
  await execute(tx)`INSERT INTO creation_key (user_id, entity, creation_key, digest, entity_id, created_at)
    VALUES (${actor.userId}, ${entity}, ${key}, ${digest}, ${id}, ${at.getTime()})`;
  return id;
}
