import { trackerUrlOf } from '../../../shared/domain/delivery';
import { CvCondition, CvType, RoleType } from '../../../shared/catalog';
import { Failure } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Change, SettingDefinition, Wrong } from '../../records/setting-definition';
import { textOrNull } from '../../records/row-values';
import { ofProducts } from '../../records/visibility';
import { isPublicSuffix } from '../../tracking/http/domains';
import { CvSetting } from '../cv-setting';
import { Product } from './product.entity';

type ProductChange = Pick<Change<Product>, 'current' | 'input' | 'values'>;

/** Refuses a new domain or tracker host under which anyone can register. */
function publicSuffixes({ current, values }: ProductChange): Wrong {
  const shared = ['productDomain', 'trackerHost'].filter(
    (name) => values[name] && values[name] !== current?.values[name] && isPublicSuffix(String(values[name])),
  );
  return Object.fromEntries(shared.map((name) => [name, { key: 'publicSuffix' }]));
}

/**
 * Sets `measuredHostsOnly` if the request leaves it out: on for a new product with a domain, else unchanged.
 * Without any host to measure it would exclude every event.
 */
function measuredHosts({ current, input, values }: ProductChange): Wrong {
  const hasHost = Boolean(values.productDomain || values.moreHosts);
  if (input.measuredHostsOnly === undefined || input.measuredHostsOnly === null) {
    const before = current ? Boolean(current.values.measuredHostsOnly) : Boolean(values.productDomain);
    values.measuredHostsOnly = hasHost && before;
    return {};
  }
  return values.measuredHostsOnly && !hasHost ? { productDomain: { key: 'requiredForThisChoice' } } : {};
}

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
    trackerHost: 'text?',
    measuredHostsOnly: 'bool',
    moreHosts: 'text?',
    peopleUserAgents: 'text?',
    robotUserAgents: 'text?',
    weekStart: 'int',
    attributionModel: 'int',
    adCostAllocationMode: 'int',
    newExistingSeparation: 'bool',
    newExistingEvaluation: 'int',
    sharingAllowed: 'bool',
    tag: 'text',
  },
  byProduct: true,
  list: (_db, { trackerUrl }) => ({
    guard: (actor, _grant, products) => [ofProducts(actor, products, 'e.id')],
    computed: {
      tag: {
        needs: ['id', 'trackerHost'],
        make: (row) =>
          `<script async src="${trackerUrlOf(trackerUrl, textOrNull(row.trackerHost))}/tag/${Number(row.id)}.js"></script>`,
      },
    },
    relations: { cvSettings: ['id'] },
    keyword: ['e.product_name', 'e.product_domain', 'e.product_url'],
  }),
  target: Product,
  menu: 'products',
  owner: 'company',
  title: 'productName',
  validate: (change): Wrong => {
    // Clients that don't know the switch leave it as it is.
    if (change.input.sharingAllowed == null)
      change.values.sharingAllowed = change.current?.values.sharingAllowed ?? true;
    return { ...publicSuffixes(change), ...measuredHosts(change) };
  },
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
