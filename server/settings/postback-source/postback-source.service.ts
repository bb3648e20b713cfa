import { CvType } from '../../../shared/catalog';
import {
  ambiguousStatus,
  namesOf,
  postbackFieldNames,
  reportedStatuses,
  wordsOf,
  type PostbackField,
  type ReportedStatus,
} from '../../../shared/catalog/postback-source';
import { trackerUrlOf } from '../../../shared/domain/delivery';
import { recordOf } from '../../../shared/records';
import { postbackSourceFields } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { newPostbackToken } from '../../auth/machine-tokens';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import { namesSchema, wordsSchema } from '../../tracking/postback/postback-sources';
import { readJson } from '../../db/columns';
import { PostbackSource } from './postback-source.entity';

/** A source without its token. */
const publicSource = ({ names, statusWords, ...source }: PostbackSource) => ({
  ...source,
  names: readJson(namesSchema, names),
  statusWords: readJson(wordsSchema, statusWords),
});
type PublicSource = ReturnType<typeof publicSource>;

/** A new source with its URL, which is shown only once because it contains the token. */
interface CreatedPostbackSource {
  readonly postbackSource: PublicSource;
  readonly secret: string;
  readonly url: string;
}

/** Values of a new source; absent names and words get the usual ones. */
export interface PostbackSourceInput {
  readonly name?: unknown;
  readonly cvSettingId?: unknown;
  readonly names?: Partial<Record<PostbackField, string | null>> | null;
  readonly statusWords?: Partial<Record<ReportedStatus, string | null>> | null;
}

/** Maximum number of sources per product. */
const MAX_SOURCES = 100;

/** Manages the sources that report conversions of a product by GET, form or pixel. */
export class PostbackSourceService {
  private readonly records: AuditedRecords<PostbackSource>;

  constructor(
    private readonly db: Database,
    private readonly trackerUrl: string,
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'postbackSource',
      target: PostbackSource,
      // The trail never holds the token, even hashed.
      state: ({ name, prefix, cvSettingId, names, statusWords }) => ({
        name,
        prefix,
        cvSettingId,
        names,
        statusWords,
      }),
      label: ({ name }) => name,
      maySee: (actor, { productId }) => actor.productIds.includes(productId),
    });
  }

  /** Returns the sources of a product, without their tokens. */
  async list(actor: Actor, productId: number): Promise<PublicSource[]> {
    this.open(actor, productId, 'view');
    const sources = await this.db.reader
      .getRepository(PostbackSource)
      .find({ where: { productId }, order: { id: 'ASC' } });
    return sources.map(publicSource);
  }

  /** Creates a source. @throws FORBIDDEN, BAD_USER_INPUT */
  async create(
    actor: Actor,
    productId: number,
    input: PostbackSourceInput,
    client: Client,
  ): Promise<CreatedPostbackSource> {
    this.open(actor, productId, 'edit');
    const given = { ...namesOf(input.names ?? {}), ...wordsOf(input.statusWords ?? {}) };
    const { name, cvSettingId } = input;
    const values = validInput(postbackSourceFields, { ...given, name, cvSettingId });
    const textOf = (field: string): string => String(values[field] ?? '');
    const words = recordOf(reportedStatuses, textOf);
    const ambiguous = ambiguousStatus(words);
    if (ambiguous) throw badInput({ [ambiguous]: { key: 'alreadyUsed' } });
    const setting = await this.cvSettingOf(productId, values.cvSettingId);
    const { secret, keyHash, prefix } = newPostbackToken();
    const source = await this.records.create(
      actor,
      client,
      {
        productId,
        name: textOf('name'),
        cvSettingId: setting,
        names: JSON.stringify(recordOf(postbackFieldNames, textOf)),
        statusWords: JSON.stringify(words),
        tokenHash: keyHash,
        prefix,
        lastUsedAt: null,
      },
      async (tx) => {
        const count = await tx.manager.countBy(PostbackSource, { productId });
        if (count >= MAX_SOURCES) throw badInput({ name: { key: 'maxValue', params: { max: MAX_SOURCES } } });
      },
    );
    return {
      postbackSource: publicSource(source),
      secret,
      url: `${await this.trackerUrlOf(productId)}/s2s/postback/${secret}`,
    };
  }

  /** Revokes a source, effective immediately. @throws NOT_FOUND */
  async remove(actor: Actor, productId: number, id: number, client: Client): Promise<true> {
    this.open(actor, productId, 'edit');
    return this.records.remove(actor, client, id, null, (_tx, source) => {
      if (source.productId !== productId) throw notFound();
    });
  }

  /** Returns the URL of the product's tracking endpoints. */
  private async trackerUrlOf(productId: number): Promise<string> {
    const sql = 'SELECT tracker_host FROM product WHERE id = ?';
    const [product] = await this.db.read<{ tracker_host: string | null }>(sql, [productId]);
    return trackerUrlOf(this.trackerUrl, product?.tracker_host);
  }

  /** Returns the named CV setting of the product, or its only LAST one. @throws BAD_USER_INPUT */
  private async cvSettingOf(productId: number, named: unknown): Promise<number> {
    const settings = await select<{ id: number; cv_type: number }>(this.db)`SELECT id, cv_type
      FROM cv_setting WHERE product_id = ${productId}`;
    const [only, second] = settings.filter(({ cv_type: type }) => type === CvType.LAST_CV);
    if (named === null && (!only || second)) throw badInput({ cvSettingId: { key: 'requiredChoice' } });
    const found = named === null ? only : settings.find(({ id }) => id === named);
    if (!found) throw badInput({ cvSettingId: { key: 'noSuchEntry' } });
    return found.id;
  }

  private open(actor: Actor, productId: number, needed: 'view' | 'edit'): void {
    requireRight(actor, 'api_keys', needed);
    requireProduct(actor, productId);
  }
}
