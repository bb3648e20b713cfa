import { Entity, Index } from 'typeorm';
import { Ref, Setting, Varchar } from '../db/columns';
import { Tracked } from '../db/revision-subscriber';
import type { SettingDefinition, Wrong } from '../records/setting-definition';
import { isPublicSuffix } from '../tracking/http/domains';

/** A domain whose links may pass on visitor ids in the URL. */
@Tracked()
@Entity()
@Index('ix_crossdomain_product', ['productId'])
export class Crossdomain extends Setting {
  @Ref() productId!: number;
  @Varchar(255) senderName!: string;
  @Varchar(255) senderDomain!: string;
}

/** Crossdomain settings: further domains of a product. */
export const domains: SettingDefinition<Crossdomain> = {
  name: 'crossdomain',
  typeName: 'Domain',
  target: Crossdomain,
  menu: 'crossdomains',
  owner: 'product',
  title: 'senderName',
  list: () => ({ keyword: ['e.sender_name', 'e.sender_domain'] }),
  validate: ({ current, values: { senderDomain } }): Wrong =>
    senderDomain !== current?.values.senderDomain && isPublicSuffix(String(senderDomain))
      ? { senderDomain: { key: 'publicSuffix' } }
      : {},
};
