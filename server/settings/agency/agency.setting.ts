import { RoleType } from '../../../shared/catalog';
import { Failure } from '../../auth/failure';
import type { SettingDefinition } from '../../records/setting-definition';
import { visible } from '../../records/visibility';
import { counting } from '../../records/write/dependents';
import { Agency } from './agency.entity';

/** Agencies of the company. */
export const agencies: SettingDefinition<Agency> = {
  name: 'agency',
  target: Agency,
  menu: 'agencies',
  owner: 'company',
  title: 'agencyName',
  keyword: ['e.agency_name', 'e.agency_desc'],
  guard: (actor) => visible(actor, 'agency'),
  validate: ({ current, context: { actor } }) => {
    // AGENCY users see only their own agency, even with wider rights, so they could not see a new one.
    if (!current && actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    return {};
  },
  dependents: [counting('ad', 'ad', 'agency_id = :id'), counting('user', 'app_user', 'agency_id = :id')],
};
