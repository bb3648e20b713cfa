import type { ListExtras, Row } from '../../records/list-definition';
import { textOrNull } from '../../records/row-values';
import type { Urls } from '../../records/setting-definition';
import { visible } from '../../records/visibility';
import type { Database } from '../../db/database';
import { directLink, mediumLink } from '../../../shared/domain/delivery';
import { fillFees } from './ad-fee.service';
import { trackerLinks } from '../tracker-links';
import { mediumParameters } from './medium-parameters.service';

const parameters = mediumParameters('e');

const direct = (row: Row) => directLink(textOrNull(row.redirectUrl), Number(row.id), parameters.of(row));

/** The list of ads; users of an agency see only its own. */
export const adList = (db: Database, urls: Urls, links = trackerLinks(urls)): ListExtras => ({
  guard: (actor, _grant, products) => visible(actor, 'ad', products),
  fields: { ...parameters.fields, ...links.fields },
  labels: {
    agency: { id: 'e.agency_id', table: 'agency', column: 'agency_name' },
    asp: { id: 'e.asp_id', table: 'asp', column: 'asp_name' },
    adCategory: { id: 'e.ad_category_id', table: 'ad_category', column: 'title' },
    adType1: { id: 'e.ad_type1_id', table: 'ad_type', column: 'title' },
    adType2: { id: 'e.ad_type2_id', table: 'ad_type', column: 'title' },
    adType3: { id: 'e.ad_type3_id', table: 'ad_type', column: 'title' },
  },
  computed: {
    submittionUrl: {
      needs: ['id', 'redirectUrl', 'redirectFlag', ...links.needs, ...parameters.needs],
      make: (row) => (row.redirectFlag ? mediumLink(links.of(row), parameters.of(row)) : direct(row)),
    },
    directLink: { needs: ['id', 'redirectUrl', ...parameters.needs], make: direct },
    adFeeSetting: { needs: ['id'], make: () => [] },
  },
  relations: { redirects: ['id'] },
  keyword: ['e.ad_name', 'e.ad_description', 'e.ad_post_url'],
  complete: async (rows, { requested }) => {
    if (!requested || requested.has('adFeeSetting')) await fillFees(db, 'ad_id', rows);
  },
});
