import { bool, day, float, int, opt, settingFields, text, type Fields } from '../../graphql/fields';
import { AdFeeInputType, resultFields, resultFilters } from '../../graphql/result-fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';
import { label } from '../../graphql/selection-type';

const fields = {
  id: int,
  productId: int,
  adName: text,
  adPostUrl: opt(text),
  adDescription: opt(text),
  agencyId: opt(int),
  agency: opt(label),
  aspId: opt(int),
  asp: opt(label),
  adCategoryId: opt(int),
  adCategory: opt(label),
  adType1Id: opt(int),
  adType1: opt(label),
  adType2Id: opt(int),
  adType2: opt(label),
  adType3Id: opt(int),
  adType3: opt(label),
  periodFrom: opt(day),
  periodTo: opt(day),
  redirectUrl: opt(text),
  redirectFlag: bool,
  directLink: opt(text),
  submittionUrl: opt(text),
  clickCost: opt(float),
  cvCost: opt(float),
  useParamsIndividuallySetting: bool,
  resultNoticeIndividuallySetting: bool,
  autoApprovalIndividuallySetting: bool,
  ...resultFields,
  ...settingFields,
} as const satisfies Fields;

export const AdResolver = readResolver({
  type: 'Ad',
  one: 'ad',
  many: 'ads',
  fields,
  filters: [
    'id', 'adName', 'adPostUrl', 'adDescription', 'agencyId', 'aspId', 'adCategoryId', 'adType1Id', 'adType2Id', 'adType3Id',
    'periodFrom', 'periodTo', 'redirectUrl', 'redirectFlag', 'clickCost', 'cvCost', 'useParamsIndividuallySetting',
    'resultNoticeIndividuallySetting', 'autoApprovalIndividuallySetting', ...resultFilters,
  ],
  ofProduct: true,
  service: ({ ads }) => ads,
});

export const AdWriteResolver = writeResolver({
  entity: 'ad',
  type: 'Ad',
  more: { productId: opt(int) },
  entries: { adFeeSetting: AdFeeInputType },
  writer: ({ writes }) => writes.ads,
});
