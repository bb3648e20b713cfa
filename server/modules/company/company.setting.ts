import type { SettingRecord } from '../../crud/setting-record';
import type { EntityValues, Wrong } from '../../crud/write/write-spec';
import { compileExclusions } from '../../journeys/ingest/exclusion';
import { Company } from './company.entity';

/** The actor's own company, which others don't exist for; never written so that they shut themselves out. */
export const companies: SettingRecord<Company, EntityValues<'company'>> = {
  entity: 'company',
  only: ['update'],
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'],
  judge: ({ writing: { client }, current, values }): Wrong => {
    const lockedOut = { key: 'locksYouOut', params: { ip: client.ip } } as const;
    const list = values.loginAllowedIps;
    // What stands already is no news; it may have been saved from elsewhere.
    if (list && list !== current?.values.loginAllowedIps && !compileExclusions(list)(client.ip)) return { loginAllowedIps: lockedOut };
    return values.status ? {} : { status: { key: 'ownCompanyValid' } };
  },
};
