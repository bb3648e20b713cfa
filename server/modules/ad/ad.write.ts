import { RoleType } from '../../../shared/catalog';
import { counting } from '../../crud/write/dependents';
import type { WriteSpec, Wrong } from '../../crud/write/write-spec';
import { newLinkCode } from '../../crud/link-code';
import { feePart } from './ad-fee.service';
import { Ad } from './ad.entity';

/** Writing of ads. What an AGENCY user makes or keeps belongs to their agency. */
export const adWrite: WriteSpec<Ad> = {
  entity: 'ad',
  target: Ad,
  menu: 'ads',
  owner: 'product',
  title: 'adName',
  parts: { adFeeSetting: feePart('ad_id') },
  dependents: [
    counting('redirect', 'redirect', 'product_id = :product AND ad_id = :id'),
    counting('interaction', 'interaction', 'product_id = :product AND ad_id = :id'),
    counting('access', 'access', 'product_id = :product AND ad_id = :id'),
  ],
  judge: ({ writing: { actor }, values }): Wrong => {
    if (actor.role !== RoleType.AGENCY) return {};
    values.agencyId ??= actor.agencyId;
    return values.agencyId === null ? { agencyId: { key: 'required' } } : {};
  },
  complete: (row) => {
    row.code ??= newLinkCode();
  },
};
