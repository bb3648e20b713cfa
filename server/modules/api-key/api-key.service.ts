import type { Actor } from '../../auth/actor';
import { newApiKey } from '../../auth/api-keys';
import { ApiKey } from '../../auth/auth.entities';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Database } from '../../db/database';

const MAX_NAME = 255;
const DEFAULT_NAME = 'API key';

/** A key just made, with its secret for the only time. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly secret: string;
}

/** API keys of products: with one a server sends events of its product. */
export class ApiKeyService {
  constructor(private readonly db: Database) {}

  /** The keys of a product, without their secrets. */
  async list(actor: Actor, productId: number): Promise<ApiKey[]> {
    this.open(actor, productId, 'view');
    return this.db.reader.getRepository(ApiKey).find({ where: { productId }, order: { id: 'ASC' } });
  }

  /** Makes a key. */
  async create(actor: Actor, productId: number, name?: string | null): Promise<CreatedApiKey> {
    this.open(actor, productId, 'edit');
    const title = name?.trim() || DEFAULT_NAME;
    if (title.length > MAX_NAME) throw badInput({ name: { key: 'maxLength', params: { maxLength: MAX_NAME } } });
    const { secret, keyHash, prefix } = newApiKey();
    const apiKey = await this.db.write(({ manager }) => manager.save(manager.create(ApiKey, { productId, name: title, keyHash, prefix, lastUsedAt: null })));
    return { apiKey, secret };
  }

  /** Revokes a key: it opens nothing from now on. @throws NOT_FOUND */
  async remove(actor: Actor, productId: number, id: number): Promise<true> {
    this.open(actor, productId, 'edit');
    await this.db.write(async ({ manager }) => {
      const key = await manager.findOne(ApiKey, { where: { id, productId } });
      if (!key) throw notFound();
      await manager.remove(key);
    });
    return true;
  }

  private open(actor: Actor, productId: number, needed: 'view' | 'edit'): void {
    requireRight(actor, 'api_keys', needed);
    requireProduct(actor, productId);
  }
}
