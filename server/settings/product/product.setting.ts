import { CvCondition, CvType, RoleType } from '../../../shared/catalog';
import { Failure } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { SettingDefinition, Wrong } from '../../records/setting-definition';
import { ofProducts } from '../../records/visibility';
import { isPublicSuffix } from '../../tracking/http/domains';
import { CvSetting } from '../cv-setting';
import { Product } from './product.entity';

/** Products. Only an ADMIN can create one. */
export const products: SettingDefinition<Product> = {
  name: 'product',
  only: ['create', 'update'],
  fields: {
    id: 'int',
    companyId: 'int',
    productName: 'text',
    productDomain: 'text?',
    productUrl: 'text?',
    trackingTerm: 'int',
    logRetentionMonths: 'int?',
    excludedIps: 'text?',
    weekStart: 'int',
    attributionModel: 'int',
    adCostAllocationMode: 'int',
    newExistingSeparation: 'bool',
    newExistingEvaluation: 'int',
    tag: 'text',
  },
  byProduct: true,
  list: (_db, { trackerUrl }) => ({
    guard: (actor, _grant, products) => [ofProducts(actor, products, 'e.id')],
    computed: {
      tag: {
        needs: ['id'],
        make: (row) => `<script async src="${trackerUrl}/tag/${Number(row.id)}.js"></script>`,
      },
    },
    relations: { cvSettings: ['id'] },
    keyword: ['e.product_name', 'e.product_domain', 'e.product_url'],
  }),
  target: Product,
  menu: 'products',
  owner: 'company',
  title: 'productName',
  validate: ({ current, values: { productDomain } }): Wrong =>
    productDomain && productDomain !== current?.values.productDomain && isPublicSuffix(String(productDomain))
      ? { productDomain: { key: 'publicSuffix' } }
      : {},
  right: (actor, id) => {
    if (id === null && actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
    return requireRight(actor, 'products', 'edit');
  },
  afterCreate: (actor, id) => ({ ...actor, productIds: [...actor.productIds, id] }),
  saved: async (row, { context: { tx }, current }) => {
    if (current) return;
    // A first CV setting lets conversions arrive at once.
    const first = {
      productId: row.id,
      title: 'CV',
      cvType: CvType.LAST_CV,
      cvSlot: 1,
      cvCondition: CvCondition.BUTTON_CLICK,
    };
    await tx.manager.save(Object.assign(new CvSetting(), first));
  },
};
