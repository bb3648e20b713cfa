import { counting } from '../../crud/write/dependents';
import type { WriteSpec } from '../../crud/write/write-spec';
import { Agency } from './agency.entity';

/** Writing of agencies. */
export const agencyWrite: WriteSpec<Agency> = {
  entity: 'agency',
  target: Agency,
  menu: 'agencies',
  owner: 'company',
  title: 'agencyName',
  dependents: [counting('ad', 'ad', 'agency_id = :id'), counting('user', 'app_user', 'agency_id = :id')],
};
