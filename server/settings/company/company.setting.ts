import type { SettingValues, SettingDefinition, Wrong } from '../../records/setting-definition';
import { Company } from './company.entity';

/** The actor's own company, the only one they can see. Its users can't deactivate it. */
export const companies: SettingDefinition<Company, SettingValues<'company'>> = {
  name: 'company',
  only: ['update'],
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'],
  validate: ({ values }): Wrong => (values.status ? {} : { status: { key: 'ownCompanyValid' } }),
};
