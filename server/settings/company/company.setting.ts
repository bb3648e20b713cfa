import type { SettingRecord } from '../../records/setting-record';
import type { EntityValues, Wrong } from '../../records/write/write-spec';
import { Company } from './company.entity';

/** The actor's own company, the only one they can see. Its users can't deactivate it. */
export const companies: SettingRecord<Company, EntityValues<'company'>> = {
  entity: 'company',
  only: ['update'],
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'],
  validate: ({ values }): Wrong => (values.status ? {} : { status: { key: 'ownCompanyValid' } }),
};
