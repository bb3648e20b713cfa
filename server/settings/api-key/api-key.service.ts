import type { Actor } from '../../auth/actor';
import { newApiKey } from '../../auth/machine-tokens';
import { ApiKey } from '../../auth/auth.entities';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { AuditedRecords } from '../../records/write/audited-records';
import type { Database } from '../../db/database';

const MAX_NAME = 255;
const DEFAULT_NAME = 'API key';

/** A new key with its secret, which is shown only once. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** Manages the API keys that servers use to send events of a product. */
export class ApiKeyService {
  private readonly records: AuditedRecords<ApiKey>;

  constructor(
    private readonly db: Database,
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'apiKey',
      target: ApiKey,
      // The trail never holds the secret, even hashed.
      state: ({ name, prefix }) => ({ name, prefix }),
      label: ({ name }) => name,
      maySee: (actor, { productId }) => actor.productIds.includes(productId),
    });
  }

  /** Returns the keys of a product, without their secrets. */
  async list(actor: Actor, productId: number): Promise<ApiKey[]> {
    this.open(actor, productId, 'view');
    return this.db.reader.getRepository(ApiKey).find({ where: { productId }, order: { id: 'ASC' } });
  }

  /** Creates a key. */
  async create(actor: Actor, productId: number, name: string | null, client: Client): Promise<CreatedApiKey> {
    this.open(actor, productId, 'edit');
    const title = name?.trim() || DEFAULT_NAME;
    if (title.length > MAX_NAME) throw badInput({ name: { key: 'maxLength', params: { count: MAX_NAME } } });
    const { secret, keyHash, prefix } = newApiKey();
    const apiKey = await this.records.create(actor, client, {
      productId,
      name: title,
      keyHash,
      prefix,
      lastUsedAt: null,
    });
    return { apiKey, secret };
  }

  /** Revokes a key, effective immediately. @throws NOT_FOUND */
  async remove(actor: Actor, productId: number, id: number, client: Client): Promise<true> {
    this.open(actor, productId, 'edit');
    return this.records.remove(actor, client, id, null, (_tx, key) => {
      if (key.productId !== productId) throw notFound();
    });
  }

  private open(actor: Actor, productId: number, needed: 'view' | 'edit'): void {
    requireRight(actor, 'api_keys', needed);
    requireProduct(actor, productId);
  }
}
