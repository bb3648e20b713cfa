import { Entity, Index } from 'typeorm';
import { RoleType } from '../../shared/catalog';
import { Failure } from '../auth/failure';
import { LongText, Ref, Setting, Varchar } from '../db/columns';
import type { SettingDefinition } from '../records/setting-definition';
import { visible } from '../records/visibility';
import { counting } from '../records/write/dependents';

/** Runs ads for a company; its users see only its own ads. */
@Entity()
@Index('ix_agency_company', ['companyId'])
export class Agency extends Setting {
  @Ref() companyId!: number;
  @Varchar(255) agencyName!: string;
  @LongText() agencyDesc!: string | null;
}

/** Agencies of the company. */
export const agencies: SettingDefinition<Agency> = {
  name: 'agency',
  target: Agency,
  menu: 'agencies',
  owner: 'company',
  title: 'agencyName',
  list: () => ({ keyword: ['e.agency_name', 'e.agency_desc'], guard: (actor) => visible(actor, 'agency') }),
  validate: ({ current, context: { actor } }) => {
    // AGENCY users see only their own agency, even with wider rights, so they could not see a new one.
    if (!current && actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    return {};
  },
  dependents: [counting('ad', 'ad', 'agency_id = :id'), counting('user', 'app_user', 'agency_id = :id')],
};
