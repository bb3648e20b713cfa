import { RoleType } from '../../../shared/catalog';
import { notWritable } from '../../auth/failure';
import type { SettingDefinition, Wrong } from '../../records/setting-definition';
import { counting, countingOfAd } from '../../records/write/dependents';
import { newLinkCode } from '../../records/link-code';
import { feePart } from './ad-fee.service';
import { Ad } from './ad.entity';
import { resultFields } from '../asp/visible-result-settings';
import { adList } from './ad.service';

/** Ads. Ads that an AGENCY user creates or edits belong to their agency. */
export const ads: SettingDefinition<Ad> = {
  name: 'ad',
  fields: {
    id: 'int',
    productId: 'int',
    adName: 'text',
    adPostUrl: 'text?',
    adDescription: 'text?',
    agencyId: 'int?',
    agency: 'label?',
    aspId: 'int?',
    asp: 'label?',
    adCategoryId: 'int?',
    adCategory: 'label?',
    adType1Id: 'int?',
    adType1: 'label?',
    adType2Id: 'int?',
    adType2: 'label?',
    adType3Id: 'int?',
    adType3: 'label?',
    periodFrom: 'day?',
    periodTo: 'day?',
    redirectUrl: 'text?',
    redirectFlag: 'bool',
    directLink: 'text?',
    submittionUrl: 'text?',
    clickCost: 'float?',
    cvCost: 'float?',
    useParamsIndividuallySetting: 'bool',
    resultNoticeIndividuallySetting: 'bool',
    autoApprovalIndividuallySetting: 'bool',
    ...resultFields,
  },
  list: adList,
  target: Ad,
  menu: 'ads',
  owner: 'product',
  title: 'adName',
  parts: { adFeeSetting: feePart('ad_id') },
  dependents: [
    counting('redirect', 'redirect', 'product_id = :product AND ad_id = :id'),
    countingOfAd('interaction', 'interaction'),
    countingOfAd('access', 'access'),
    counting('mediaCost', 'media_cost', 'product_id = :product AND ad_id = :id'),
    counting('target', 'target', 'product_id = :product AND ad_id = :id'),
    counting('experiment', 'experiment_ad', 'ad_id = :id'),
  ],
  validate: ({ context: { actor }, current, input, values }): Wrong => {
    if (actor.role !== RoleType.AGENCY) return {};
    if (current && input.agencyId === null) throw notWritable('agencyId');
    values.agencyId ??= actor.agencyId;
    return values.agencyId === null ? { agencyId: { key: 'required' } } : {};
  },
  complete: (row) => {
    row.code ??= newLinkCode();
  },
};
