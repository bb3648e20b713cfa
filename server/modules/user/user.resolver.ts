import { bool, instant, int, listOf, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';
import { label } from '../../graphql/selection-type';

export const UserResolver = readResolver({
  type: 'User',
  one: 'user',
  many: 'users',
  fields: {
    id: int,
    userName: text,
    email: text,
    roleType: int,
    status: bool,
    companyId: int,
    company: label,
    agencyId: opt(int),
    agency: opt(label),
    productIds: listOf(int),
    lastLogin: opt(instant),
    ...settingFields,
  },
  filters: ['id', 'userName', 'email', 'roleType', 'status', 'agencyId'],
  service: ({ users }) => users,
});

export const UserWriteResolver = writeResolver({
  entity: 'user',
  type: 'User',
  more: { password: opt(text) },
  writer: ({ writes }) => writes.users,
});
