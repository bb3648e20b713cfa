import { hashSecret } from '../../auth/tokens';
import type { Database } from '../../db/database';

const USED_EVERY_MS = 60_000;

/** Finds the product of an API key. Always asks the database, so a revoked key fails at once. */
export class ApiKeys {
  private readonly used = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {}

  /** Returns the product of an `Authorization: Bearer` header; undefined if the key is missing or unknown. */
  async productOf(authorization: string | undefined): Promise<number | undefined> {
    const secret = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (secret === undefined) return undefined;
    const hash = hashSecret(secret);
    const [row] = await this.db.read<{ product_id: number }>(
      'SELECT product_id FROM api_key WHERE key_hash = ?',
      [hash],
    );
    if (!row) return undefined;
    this.noteUse(hash, this.now());
    return row.product_id;
  }

  /**
   * Records the use of a key, at most once a minute. Bypasses the entity because this is no settings change.
   */
  private noteUse(hash: string, now: number): void {
    if (now - (this.used.get(hash) ?? 0) < USED_EVERY_MS) return;
    this.used.set(hash, now);
    this.db
      .write((tx) => tx.execute('UPDATE api_key SET last_used_at = ? WHERE key_hash = ?', [now, hash]))
      .catch(() => this.used.delete(hash));
  }
}
