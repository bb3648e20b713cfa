import type { SettingDefinition } from '../../records/setting-definition';
import { counting } from '../../records/write/dependents';
import { feePart } from '../ad/ad-fee.service';
import { Asp } from './asp.entity';
import { resultFields } from './visible-result-settings';
import { aspService } from './asp.service';

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
  service: aspService,
  target: Asp,
  menu: 'asps',
  owner: 'product',
  title: 'aspName',
  parts: { adFeeSetting: feePart('asp_id') },
  // A result keeps the ad network it was created with, even if its ad changes networks.
  dependents: [
    counting('ad', 'ad', 'product_id = :product AND asp_id = :id'),
    counting('result', 'result', 'product_id = :product AND asp_id = :id'),
  ],
};
