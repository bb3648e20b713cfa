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
import { LastUse } from '../last-use';

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

type SourceRow = Omit<PostbackSourceData, 'names' | 'words'> & { names: string; words: string };

const SQL = `SELECT token_hash AS tokenHash, product_id AS productId, name, cv_setting_id AS cvSettingId, names,
    status_words AS words FROM postback_source`;

const sourceOf = ({ names, words, ...row }: SourceRow): PostbackSourceData => ({
  ...row,
  names: readJson(namesSchema, names),
  words: readJson(wordsSchema, words),
});

/** Reads all sources for the snapshot. */
export const readPostbackSources = async (db: Pick<Database, 'read'>): Promise<PostbackSourceData[]> =>
  (await db.read<SourceRow>(SQL)).map(sourceOf);

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
  private readonly use: LastUse;

  constructor(
    private readonly db: Database,
    private readonly settings: { readonly current: Snapshot },
    private readonly now: () => number,
  ) {
    this.use = new LastUse(db, 'postback_source', 'token_hash');
  }

  async find(token: string): Promise<Found> {
    const hash = hashSecret(token);
    try {
      const [row] = await withinTime(
        this.db.read<SourceRow>(`${SQL} WHERE token_hash = ?`, [hash]),
        TIMEOUT_MS,
      );
      if (row) this.use.note(hash, this.now());
      return { source: row && sourceOf(row), online: true };
    } catch {
      return { source: this.settings.current.postbackSources.get(hash), online: false };
    }
  }
}
