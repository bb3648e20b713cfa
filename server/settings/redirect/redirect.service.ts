import type { ListExtras, Row } from '../../records/list-definition';
import type { Urls } from '../../records/setting-definition';
import { visible } from '../../records/visibility';
import { placeholders, type Database } from '../../db/database';
import { mediumLink } from '../../../shared/domain/delivery';
import { trackerLinks } from '../tracker-links';
import { mediumParameters } from '../ad/medium-parameters.service';

const parameters = mediumParameters('m_ad', 'JOIN ad m_ad ON m_ad.id = e.ad_id');

const CHUNK = 1000;

/** Fills `lpo` with the landing page variants in order. */
async function fillVariants(db: Database, rows: readonly Row[]): Promise<void> {
  const byId = new Map<number, Row[]>();
  for (const row of rows) {
    const variants: Row[] = [];
    row.lpo = variants;
    byId.set(Number(row.id), variants);
  }
  const ids = [...byId.keys()];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const variants = await db.read<{
      id: number;
      redirect_id: number;
      title: string;
      url: string;
      rate: number;
    }>(
      `SELECT id, redirect_id, title, url, rate FROM lpo_entry WHERE redirect_id IN (${placeholders(chunk)}) AND position > 0 ORDER BY position, id`,
      chunk,
    );
    for (const { redirect_id: redirectId, ...variant } of variants) byId.get(redirectId)?.push(variant);
  }
}

/** The list of redirects with their variants. Users of an agency see only the redirects of its ads. */
export function redirectList(db: Database, urls: Urls): ListExtras {
  const links = trackerLinks(urls);
  return {
    guard: (actor, _grant, products) => visible(actor, 'redirect', products),
    fields: { ...parameters.fields, ...links.fields },
    labels: { ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' } },
    computed: {
      redirectLink: { needs: links.needs, make: links.of },
      submittionUrl: {
        needs: [...links.needs, ...parameters.needs],
        make: (row) => mediumLink(links.of(row), parameters.of(row)),
      },
      lpo: { needs: ['id'], make: () => [] },
    },
    relations: { adDetail: ['adId'] },
    keyword: ['e.redirect_url', '(SELECT a.ad_name FROM ad a WHERE a.id = e.ad_id)'],
    complete: async (rows, { requested }) => {
      if (!requested || requested.has('lpo')) await fillVariants(db, rows);
    },
  };
}
