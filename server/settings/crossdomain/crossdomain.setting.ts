import type { SettingDefinition, Wrong } from '../../records/setting-definition';
import { isPublicSuffix } from '../../tracking/http/public-suffix';
import { Crossdomain } from './crossdomain.entity';

/** Crossdomain settings: further domains of a product. */
export const domains: SettingDefinition<Crossdomain> = {
  name: 'crossdomain',
  typeName: 'Domain',
  target: Crossdomain,
  menu: 'crossdomains',
  owner: 'product',
  title: 'senderName',
  keyword: ['e.sender_name', 'e.sender_domain'],
  validate: ({ current, values: { senderDomain } }): Wrong =>
    senderDomain !== current?.values.senderDomain && isPublicSuffix(String(senderDomain))
      ? { senderDomain: { key: 'publicSuffix' } }
      : {},
};
