import type { SettingDefinition } from '../../records/setting-definition';
import { visible } from '../../records/visibility';
import { counting } from '../../records/write/dependents';
import { feePart, fillFees } from '../ad/ad-fee.service';
import { Asp } from './asp.entity';
import { resultFields } from './visible-result-settings';

/** Ad networks of a product. */
export const asps: SettingDefinition<Asp> = {
  name: 'asp',
  fields: {
    id: 'int',
    productId: 'int',
    aspName: 'text',
    companyName: 'text?',
    phoneNumber: 'text?',
    address: 'text?',
    description: 'text?',
    measurementTag: 'text?',
    ...resultFields,
    postbackPaused: 'bool',
    postbackAtOnce: 'int?',
    postbackPerSecond: 'int?',
  },
  list: (db) => ({
    guard: (actor, _grant, products) => visible(actor, 'asp', products),
    computed: { adFeeSetting: { needs: ['id'], make: () => [] } },
    keyword: ['e.asp_name', 'e.company_name', 'e.description'],
    complete: async (rows, { requested }) => {
      if (!requested || requested.has('adFeeSetting')) await fillFees(db, 'asp_id', rows);
    },
  }),
  target: Asp,
  menu: 'asps',
  owner: 'product',
  title: 'aspName',
  parts: { adFeeSetting: feePart('asp_id') },
  // A result keeps the ad network it was created with, even if its ad changes networks.
  dependents: [
    counting('ad', 'ad', 'product_id = :product AND asp_id = :id'),
    counting('result', 'result', 'product_id = :product AND asp_id = :id'),
    counting('target', 'target', 'product_id = :product AND asp_id = :id'),
  ],
};
