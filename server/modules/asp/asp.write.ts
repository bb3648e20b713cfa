import { counting } from '../../crud/write/dependents';
import type { WriteSpec } from '../../crud/write/write-spec';
import { feePart } from '../ad/ad-fee.service';
import { Asp } from './asp.entity';

/** Writing of ad networks. */
export const aspWrite: WriteSpec<Asp> = {
  entity: 'asp',
  target: Asp,
  menu: 'asps',
  owner: 'product',
  title: 'aspName',
  parts: { adFeeSetting: feePart('asp_id') },
  dependents: [counting('ad', 'ad', 'product_id = :product AND asp_id = :id')],
};
