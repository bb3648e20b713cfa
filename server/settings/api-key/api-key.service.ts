import type { Actor } from '../../auth/actor';
import { newApiKey } from '../../auth/api-keys';
import { ApiKey } from '../../auth/auth.entities';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';

const MAX_NAME = 255;
const DEFAULT_NAME = 'API key';

/** A new key with its secret, which is shown only once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** Manages the API keys that servers use to send events of a product. */
export class ApiKeyService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the keys of a product, without their secrets. */
  async list(actor: Actor, productId: number): Promise<ApiKey[]> {
    this.open(actor, productId, 'view');
    return this.db.reader.getRepository(ApiKey).find({ where: { productId }, order: { id: 'ASC' } });
  }

  /** Creates a key. */
  async create(actor: Actor, productId: number, name: string | null, client: Client): Promise<CreatedApiKey> {
    this.open(actor, productId, 'edit');
    const title = name?.trim() || DEFAULT_NAME;
    if (title.length > MAX_NAME)
      throw badInput({ name: { key: 'maxLength', params: { maxLength: MAX_NAME } } });
    const { secret, keyHash, prefix } = newApiKey();
    const apiKey = await this.db.write(async (tx) => {
      const row = Object.assign(new ApiKey(), {
        productId,
        name: title,
        keyHash,
        prefix,
        lastUsedAt: null,
        createdAt: new Date(this.now()),
      });
      const saved = await tx.manager.save(row);
      await this.record(tx, actor, client, saved, 'create');
      return saved;
    });
    return { apiKey, secret };
  }

  /** Revokes a key, effective immediately. @throws NOT_FOUND */
  async remove(actor: Actor, productId: number, id: number, client: Client): Promise<true> {
    this.open(actor, productId, 'edit');
    await this.db.write(async (tx) => {
      const key = await tx.manager.findOne(ApiKey, { where: { id, productId } });
      if (!key) throw notFound();
      await this.record(tx, actor, client, key, 'delete');
      await tx.manager.remove(key);
    });
    return true;
  }

  /** Records a change without the secret, even hashed. */
  private async record(
    tx: Tx,
    actor: Actor,
    client: Client,
    { id, productId, name, prefix }: ApiKey,
    action: 'create' | 'delete',
  ): Promise<void> {
    const state = { name, prefix };
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      entity: 'apiKey',
      entityId: id,
      productId,
      label: name,
      action,
      version: null,
      before: action === 'create' ? {} : state,
      after: action === 'create' ? state : {},
    });
  }

  private open(actor: Actor, productId: number, needed: 'view' | 'edit'): void {
    requireRight(actor, 'api_keys', needed);
    requireProduct(actor, productId);
  }
}
