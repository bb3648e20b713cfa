import { int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const CrossdomainResolver = readResolver({
  type: 'Domain',
  one: 'domain',
  many: 'domains',
  fields: { id: int, productId: int, senderName: text, senderDomain: text, ...settingFields },
  filters: ['id', 'senderName', 'senderDomain'],
  ofProduct: true,
  service: ({ domains }) => domains,
});

export const CrossdomainWriteResolver = writeResolver({
  entity: 'crossdomain',
  type: 'Domain',
  more: { productId: opt(int) },
  writer: ({ writes }) => writes.domains,
});
