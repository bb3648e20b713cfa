import { compileExclusions } from '../../journeys/ingest/exclusion';
import type { EntityValues, WriteSpec, Wrong } from '../../crud/write/write-spec';
import { Company } from './company.entity';

/** Writing of the actor's own company: never so that they shut themselves out. */
export const companyWrite: WriteSpec<Company, EntityValues<'company'>> = {
  entity: 'company',
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  judge: ({ writing: { client }, current, values }): Wrong => {
    const lockedOut = { key: 'locksYouOut', params: { ip: client.ip } } as const;
    const list = values.loginAllowedIps;
    // What stands already is no news; it may have been saved from elsewhere.
    if (list && list !== current?.values.loginAllowedIps && !compileExclusions(list)(client.ip)) return { loginAllowedIps: lockedOut };
    return values.status ? {} : { status: { key: 'ownCompanyValid' } };
  },
};
