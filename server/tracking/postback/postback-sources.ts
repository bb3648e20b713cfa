import { z } from 'zod';
import {
  postbackFieldNames,
  reportedStatuses,
  type PostbackNames,
  type StatusWords,
} from '../../../shared/catalog/postback-source';
import { recordOf } from '../../../shared/records';
import { hashSecret } from '../../auth/tokens';
import { readJson } from '../../db/columns';
import type { Database } from '../../db/database';
import { withinTime } from '../../platform/within-time';

/** Stored parameter names by field. */
export const namesSchema = z.object(
  recordOf(postbackFieldNames, () => z.string()),
) satisfies z.ZodType<PostbackNames>;
/** Stored words by status. */
export const wordsSchema = z.object(
  recordOf(reportedStatuses, () => z.string()),
) satisfies z.ZodType<StatusWords>;

/** A source of incoming postbacks. */
export const postbackSourceSchema = z.object({
  tokenHash: z.string(),
  productId: z.number(),
  name: z.string(),
  cvSettingId: z.number(),
  names: namesSchema,
  words: wordsSchema,
});
export type PostbackSourceData = z.output<typeof postbackSourceSchema>;

interface SourceRow {
  token_hash: string;
  product_id: number;
  name: string;
  cv_setting_id: number;
  names: string;
  status_words: string;
}

const SQL = 'SELECT token_hash, product_id, name, cv_setting_id, names, status_words FROM postback_source';

const sourceOf = (row: SourceRow): PostbackSourceData => ({
  tokenHash: row.token_hash,
  productId: Number(row.product_id),
  name: row.name,
  cvSettingId: Number(row.cv_setting_id),
  names: readJson(namesSchema, row.names),
  words: readJson(wordsSchema, row.status_words),
});

/** Reads all sources for the snapshot. */
export const readPostbackSources = async (db: Pick<Database, 'read'>): Promise<PostbackSourceData[]> =>
  (await db.read<SourceRow>(SQL)).map(sourceOf);

/** Precision of the stored time of last use. */
const USED_EVERY_MS = 60_000;
/** A database that does not answer within this time counts as down. */
const TIMEOUT_MS = 2000;

/** Sources of the settings snapshot by the hash of their token. */
interface Snapshot {
  readonly postbackSources: ReadonlyMap<string, PostbackSourceData>;
}

/** A source, and whether the database answered. */
interface Found {
  readonly source: PostbackSourceData | undefined;
  readonly online: boolean;
}

/** Finds the source of a token. Asks the database, so a revoked token fails at once; if it is down, the snapshot. */
export class PostbackSources {
  private readonly used = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly settings: { readonly current: Snapshot },
    private readonly now: () => number,
  ) {}

  async find(token: string): Promise<Found> {
    const hash = hashSecret(token);
    try {
      const [row] = await withinTime(
        this.db.read<SourceRow>(`${SQL} WHERE token_hash = ?`, [hash]),
        TIMEOUT_MS,
      );
      if (row) this.noteUse(hash, this.now());
      return { source: row && sourceOf(row), online: true };
    } catch {
      return { source: this.settings.current.postbackSources.get(hash), online: false };
    }
  }

  /** Records the use of a token, at most once a minute and without counting as a change of settings. */
  private noteUse(hash: string, now: number): void {
    if (now - (this.used.get(hash) ?? 0) < USED_EVERY_MS) return;
    this.used.set(hash, now);
    this.db
      .write((tx) =>
        tx.execute('UPDATE postback_source SET last_used_at = ? WHERE token_hash = ?', [now, hash]),
      )
      .catch(() => this.used.delete(hash));
  }
}
