import type { WriteSpec, Wrong } from '../../crud/write/write-spec';
import { isPublicSuffix } from '../../tracking/http/public-suffix';
import { Crossdomain } from './crossdomain.entity';

/** Writing of crossdomain settings. */
export const crossdomainWrite: WriteSpec<Crossdomain> = {
  entity: 'crossdomain',
  target: Crossdomain,
  menu: 'crossdomains',
  owner: 'product',
  title: 'senderName',
  judge: ({ current, values: { senderDomain } }): Wrong =>
    senderDomain !== current?.values.senderDomain && isPublicSuffix(String(senderDomain)) ? { senderDomain: { key: 'publicSuffix' } } : {},
};
