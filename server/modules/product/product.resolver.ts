import { bool, int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const ProductResolver = readResolver({
  type: 'Product',
  one: 'product',
  many: 'products',
  fields: {
    id: int,
    companyId: int,
    productName: text,
    productDomain: opt(text),
    productUrl: opt(text),
    trackingTerm: int,
    excludedIps: opt(text),
    weekStart: int,
    attributionModel: int,
    adCostAllocationMode: int,
    newExistingSeparation: bool,
    newExistingEvaluation: int,
    tag: text,
    ...settingFields,
  },
  filters: [
    'id', 'productName', 'productDomain', 'productUrl', 'trackingTerm', 'excludedIps', 'weekStart', 'attributionModel', 'adCostAllocationMode',
    'newExistingSeparation', 'newExistingEvaluation',
  ],
  service: ({ products }) => products,
});

export const ProductWriteResolver = writeResolver({
  entity: 'product',
  type: 'Product',
  only: ['create', 'update'],
  writer: ({ writes }) => writes.products,
});
