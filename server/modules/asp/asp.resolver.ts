import { int, opt, settingFields, text, type Fields } from '../../graphql/fields';
import { AdFeeInputType, resultFields, resultFilters } from '../../graphql/result-fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

const fields = {
  id: int,
  productId: int,
  aspName: text,
  companyName: opt(text),
  phoneNumber: opt(text),
  address: opt(text),
  description: opt(text),
  measurementTag: opt(text),
  ...resultFields,
  ...settingFields,
} as const satisfies Fields;

export const AspResolver = readResolver({
  type: 'Asp',
  one: 'asp',
  many: 'asps',
  fields,
  filters: ['id', 'aspName', 'companyName', 'phoneNumber', 'address', 'description', 'measurementTag', ...resultFilters],
  ofProduct: true,
  service: ({ asps }) => asps,
});

export const AspWriteResolver = writeResolver({
  entity: 'asp',
  type: 'Asp',
  more: { productId: opt(int) },
  entries: { adFeeSetting: AdFeeInputType },
  writer: ({ writes }) => writes.asps,
});
