import { readTokenFields, validate } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import { newReadToken } from '../../auth/read-tokens';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';
import { ReadToken } from './read-token.entity';

/** Maximum number of tokens per user and product. */
const MAX_TOKENS = 20;

/** A new token, which is shown only once. */
export interface CreatedReadToken {
  readonly readToken: ReadToken;
  readonly token: string;
}

/** Manages personal tokens for reading a product from a spreadsheet, notebook or script. */
export class ReadTokenService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the actor's own tokens of a product without their secrets, oldest first. */
  async list(actor: Actor, productId: number): Promise<ReadToken[]> {
    this.open(actor, productId);
    return this.db.reader
      .getRepository(ReadToken)
      .find({ where: { userId: actor.userId, productId }, order: { id: 'ASC' } });
  }

  /** Creates a token. @throws FORBIDDEN, BAD_USER_INPUT */
  async create(actor: Actor, productId: number, name: string, client: Client): Promise<CreatedReadToken> {
    this.open(actor, productId);
    const { values, errors } = validate(readTokenFields, { name });
    if (Object.keys(errors).length > 0) throw badInput(errors);
    const { token, tokenHash, prefix } = newReadToken();
    const readToken = await this.db.write(async (tx) => {
      const count = await tx.manager.count(ReadToken, { where: { userId: actor.userId, productId } });
      if (count >= MAX_TOKENS) throw badInput({ name: { key: 'maxValue', params: { max: MAX_TOKENS } } });
      const row = Object.assign(new ReadToken(), {
        userId: actor.userId,
        productId,
        name: String(values.name),
        tokenHash,
        prefix,
        lastUsedAt: null,
        createdAt: new Date(this.now()),
      });
      const saved = await tx.manager.save(row);
      await this.record(tx, actor, client, saved, 'create');
      return saved;
    });
    return { readToken, token };
  }

  /** Revokes one of the actor's own tokens, effective immediately. @throws NOT_FOUND */
  async revoke(actor: Actor, id: number, client: Client): Promise<true> {
    requireRight(actor, 'explorer', 'view');
    await this.db.write(async (tx) => {
      const token = await tx.manager.findOne(ReadToken, { where: { id, userId: actor.userId } });
      if (!token) throw notFound();
      await this.record(tx, actor, client, token, 'delete');
      await tx.manager.remove(token);
    });
    return true;
  }

  private open(actor: Actor, productId: number): void {
    requireRight(actor, 'explorer', 'view');
    requireProduct(actor, productId);
  }

  /** Records a change without the secret, even hashed. */
  private async record(
    tx: Tx,
    actor: Actor,
    client: Client,
    { id, productId, name, prefix }: ReadToken,
    action: 'create' | 'delete',
  ): Promise<void> {
    const state = { name, prefix };
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      entity: 'readToken',
      entityId: id,
      productId,
      label: name,
      action,
      version: null,
      before: action === 'create' ? {} : state,
      after: action === 'create' ? state : {},
    });
  }
}
