import { readTokenFields } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import { newReadToken } from '../../auth/machine-tokens';
import type { Client } from '../../auth/sessions';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
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
  private readonly records: AuditedRecords<ReadToken>;

  constructor(
    private readonly db: Database,
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'readToken',
      target: ReadToken,
      // The trail never holds the secret, even hashed.
      state: ({ name, prefix }) => ({ name, prefix }),
      label: ({ name }) => name,
      maySee: (actor, { userId }) => userId === actor.userId,
    });
  }

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
    const values = validInput(readTokenFields, { name });
    const { secret: token, keyHash: tokenHash, prefix } = newReadToken();
    const { userId } = actor;
    const readToken = await this.records.create(
      actor,
      client,
      { userId, productId, name: String(values.name), tokenHash, prefix, lastUsedAt: null },
      async (tx) => {
        const count = await tx.manager.countBy(ReadToken, { userId, productId });
        if (count >= MAX_TOKENS) throw badInput({ name: { key: 'maxValue', params: { max: MAX_TOKENS } } });
      },
    );
    return { readToken, token };
  }

  /** Revokes one of the actor's own tokens, effective immediately. @throws NOT_FOUND */
  async revoke(actor: Actor, id: number, client: Client): Promise<true> {
    requireRight(actor, 'explorer', 'view');
    return this.records.remove(actor, client, id, null);
  }

  private open(actor: Actor, productId: number): void {
    requireRight(actor, 'explorer', 'view');
    requireProduct(actor, productId);
  }
}
