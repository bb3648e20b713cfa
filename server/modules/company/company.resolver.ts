import { bool, int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const CompanyResolver = readResolver({
  type: 'Company',
  one: 'company',
  many: 'companies',
  fields: {
    id: int,
    divName: text,
    picName: opt(text),
    picEmail: opt(text),
    loginAllowedIps: opt(text),
    tel: opt(text),
    address: opt(text),
    status: bool,
    ...settingFields,
  },
  filters: ['id', 'divName', 'picName', 'picEmail', 'loginAllowedIps', 'tel', 'address', 'status'],
  service: ({ companies }) => companies,
});

export const CompanyWriteResolver = writeResolver({
  entity: 'company',
  type: 'Company',
  only: ['update'],
  writer: ({ writes }) => writes.companies,
});
