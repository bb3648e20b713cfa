import type { SettingRecord } from '../../records/setting-record';
import type { Wrong } from '../../records/write/write-spec';
import { isPublicSuffix } from '../../tracking/http/public-suffix';
import { Crossdomain } from './crossdomain.entity';

/** Crossdomain settings: further domains of a product. */
export const domains: SettingRecord<Crossdomain> = {
  entity: 'crossdomain',
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
