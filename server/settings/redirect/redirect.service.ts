import type { ListExtras, Row } from '../../records/list-definition';
import type { Urls } from '../../records/setting-definition';
import { visible } from '../../records/visibility';
import type { Database } from '../../db/database';
import { mediumLink } from '../../../shared/domain/delivery';
import { trackerLinks } from '../tracker-links';
import { mediumParameters } from '../ad/medium-parameters.service';
import { lpoPart } from './lpo.part';

const parameters = mediumParameters('m_ad', 'JOIN ad m_ad ON m_ad.id = e.ad_id');

/** Fills `lpo` with the landing page variants in order. */
async function fillVariants(db: Database, rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => Number(row.id));
  const variants = await lpoPart.read(db.readOnlyTx, ids);
  for (const row of rows) row.lpo = variants.get(Number(row.id)) ?? [];
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
