import { int, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';

export const CrossdomainResolver = readResolver({
  type: 'Domain',
  one: 'domain',
  many: 'domains',
  fields: { id: int, productId: int, senderName: text, senderDomain: text, ...settingFields },
  filters: ['id', 'senderName', 'senderDomain'],
  ofProduct: true,
  service: ({ domains }) => domains,
});
