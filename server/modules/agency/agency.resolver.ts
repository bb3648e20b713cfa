import { int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const AgencyResolver = readResolver({
  type: 'Agency',
  one: 'agency',
  many: 'agencies',
  fields: { id: int, companyId: int, agencyName: text, agencyDesc: opt(text), ...settingFields },
  filters: ['id', 'agencyName', 'agencyDesc'],
  service: ({ agencies }) => agencies,
});

export const AgencyWriteResolver = writeResolver({
  entity: 'agency',
  type: 'Agency',
  writer: ({ writes }) => writes.agencies,
});
