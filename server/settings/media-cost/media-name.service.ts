import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';
import { requireCostEditor } from './media-import.service';
import { labelOfName, nameEntry, type NamedAd } from './media-names';
import { readSources } from './sources';

/** A name of a source's files with its ad. */
export interface MediaNameInfo extends NamedAd {
  readonly id: number;
  readonly sourceId: number;
  readonly sourceName: string;
  readonly adName: string | null;
}

interface Row {
  id: number;
  product_id: number;
  source_id: number;
  source_name: string;
  campaign: string;
  ad_set: string;
  ad: string;
  ad_id: number | null;
  ad_name: string | null;
}

/** Lists, changes and deletes the ads of names in media's files. */
export class MediaNameService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the names of a product by source; none for an agency, which does not import. */
  async all(actor: Actor, productId: number): Promise<MediaNameInfo[]> {
    requireRight(actor, 'ads', 'view');
    requireProduct(actor, productId);
    if (actor.role === RoleType.AGENCY) return [];
    return (await this.read(this.db.readOnlyTx, 'n.product_id = ?', productId)).map(toInfo);
  }

  /** Changes the ad of a name; null: left out. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  update(actor: Actor, id: number, adId: number | null, client: Client): Promise<MediaNameInfo> {
    return this.change(actor, id, client, 'update', async (tx, { product_id: productId }) => {
      const ads = await tx.query('SELECT id FROM ad WHERE id = ? AND product_id = ?', [adId, productId]);
      if (adId !== null && ads.length === 0)
        throw badInput({ adId: { key: 'noSuchName', params: { name: String(adId) } } });
      await tx.execute(
        'UPDATE media_name SET ad_id = ?, version = version + 1, updated_at = ? WHERE id = ?',
        [...[adId, this.now(), id]],
      );
      return { adId };
    });
  }

  /** Forgets a name. @throws FORBIDDEN, NOT_FOUND */
  async remove(actor: Actor, id: number, client: Client): Promise<true> {
    await this.change(actor, id, client, 'delete', async (tx) => {
      await tx.execute('DELETE FROM media_name WHERE id = ?', [id]);
      return {};
    });
    return true;
  }

  private async change(
    actor: Actor,
    id: number,
    client: Client,
    action: 'update' | 'delete',
    work: (tx: Tx, row: Row) => Promise<{ adId?: number | null }>,
  ): Promise<MediaNameInfo> {
    requireCostEditor(actor);
    return this.db.write(async (tx) => {
      const [row] = await this.read(tx, 'n.id = ?', id);
      if (!row || !actor.productIds.includes(row.product_id)) throw notFound();
      const after = await work(tx, row);
      const info = toInfo(row);
      const source = (await readSources(tx, row.product_id)).find((one) => one.id === row.source_id);
      const mediaName = labelOfName(info);
      await recordChange(createWriteContext(tx, actor, client, this.now()), {
        ...nameEntry(
          source ?? { id: row.source_id, sourceName: row.source_name, version: 0 },
          row.product_id,
          info,
        ),
        action,
        before: { mediaName, adId: info.adId },
        after: action === 'delete' ? {} : { mediaName, ...after },
      });
      const [changed = row] = await this.read(tx, 'n.id = ?', id);
      return toInfo(changed);
    });
  }

  private read(tx: Pick<Tx, 'query'>, where: string, value: number): Promise<Row[]> {
    return tx.query<Row>(
      `SELECT n.id, n.product_id, n.source_id, s.source_name, n.campaign, n.ad_set, n.ad, n.ad_id, a.ad_name
        FROM media_name n JOIN media_source s ON s.id = n.source_id LEFT JOIN ad a ON a.id = n.ad_id
        WHERE ${where} AND (n.ad_id IS NULL OR a.id IS NOT NULL) ORDER BY s.source_name, n.campaign, n.ad_set, n.ad, n.id`,
      [value],
    );
  }
}

const toInfo = (row: Row): MediaNameInfo => ({
  id: row.id,
  sourceId: row.source_id,
  sourceName: row.source_name,
  campaign: row.campaign,
  adSet: row.ad_set,
  ad: row.ad,
  adId: row.ad_id,
  adName: row.ad_name,
});
