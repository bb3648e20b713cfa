import type { Database } from '../db/database';
import { execute, sql } from '../db/statements';

const EVERY_MS = 60_000;

/**
 * Records when a secret was last used, at most once a minute. Bypasses the entity because this is no settings
 * change.
 */
export class LastUse {
  private readonly used = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly table: 'api_key' | 'postback_source',
    private readonly column: 'key_hash' | 'token_hash',
  ) {}

  note(hash: string, now: number): void {
    if (now - (this.used.get(hash) ?? 0) < EVERY_MS) return;
    this.used.set(hash, now);
    this.db
      .write(
        (tx) =>
          execute(
            tx,
          )`UPDATE ${sql(this.table)} SET last_used_at = ${now} WHERE ${sql(this.column)} = ${hash}`,
      )
      .catch(() => this.used.delete(hash));
  }
}
