import type { WriteSpec } from '../../crud/write/write-spec';
import { Crossdomain } from './crossdomain.entity';

/** Writing of crossdomain settings. */
export const crossdomainWrite: WriteSpec<Crossdomain> = {
  entity: 'crossdomain',
  target: Crossdomain,
  menu: 'crossdomains',
  owner: 'product',
  title: 'senderName',
};
