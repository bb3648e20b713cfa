import type { Row } from '../../crud/list-spec';
import { ListService } from '../../crud/list.service';
import { settingSpec } from '../../crud/setting-spec';
import { visible } from '../../crud/visibility';
import type { Database } from '../../db/database';
import { directLink, submittionUrl, type MediumParameters } from '../../../shared/domain/delivery';
import { fillFees } from './ad-fee.service';
import { Ad } from './ad.entity';

const parameterNames = ['aXclidFlag', 'aXclid', 'aSesFlag', 'aSes', 'aKey1Flag', 'aKey1', 'aKey2Flag', 'aKey2', 'aKey3Flag', 'aKey3'] as const;

/** Columns of the asp that parameters are taken from unless the ad has its own; named `asp$...` in a row. */
const inherited = {
  asp$aXclidFlag: 'a_xclid_flag',
  asp$aXclid: 'a_xclid',
  asp$aSesFlag: 'a_ses_flag',
  asp$aSes: 'a_ses',
  asp$aKey1Flag: 'a_key1_flag',
  asp$aKey1: 'a_key1',
  asp$aKey2Flag: 'a_key2_flag',
  asp$aKey2: 'a_key2',
  asp$aKey3Flag: 'a_key3_flag',
  asp$aKey3: 'a_key3',
} as const;

const linkSources = ['id', 'code', 'redirectUrl', 'useParamsIndividuallySetting', ...parameterNames, ...Object.keys(inherited)];

/** The parameters in force: the ad's own where it says so or has no asp, else its asp's. */
function parametersOf(row: Row): MediumParameters {
  const prefix = row.useParamsIndividuallySetting || row.aspId === null ? '' : 'asp$';
  const entries = parameterNames.map((name) => [name, row[`${prefix}${name}`]]);
  return Object.fromEntries(entries) as unknown as MediumParameters;
}

/** Ads: an agency's users see their own. */
export const adService = (db: Database, urls: { readonly trackerUrl: string }): ListService =>
  new ListService(db, () => {
    const spec = settingSpec(db, Ad, {
      menu: 'ads',
      guard: (actor, _grant, productId) => visible(actor, 'ad', productId),
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
          needs: [...linkSources, 'aspId'],
          make: (row) => submittionUrl(urls.trackerUrl, String(row.code), parametersOf(row)),
        },
        directLink: {
          needs: [...linkSources, 'aspId'],
          make: (row) => directLink(row.redirectUrl as string | null, Number(row.id), parametersOf(row)),
        },
        adFeeSetting: { needs: ['id'], make: () => [] },
      },
      relations: { redirects: ['id'] },
      keyword: ['e.ad_name', 'e.ad_description', 'e.ad_post_url'],
      complete: async (rows, { wanted }) => {
        if (!wanted || wanted.has('adFeeSetting')) await fillFees(db, 'ad_id', rows);
      },
    });
    const join = 'LEFT JOIN asp p_asp ON p_asp.id = e.asp_id';
    const fromAsp = Object.entries(inherited).map(([name, column]) => [name, { sql: `p_asp.${column}`, join }]);
    return { ...spec, fields: { ...spec.fields, ...Object.fromEntries(fromAsp) } };
  });
