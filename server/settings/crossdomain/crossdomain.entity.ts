import { Entity, Index } from 'typeorm';
import { Ref, Setting, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';

/** A domain whose links may pass on visitor ids in the URL. */
@Tracked()
@Entity()
@Index('ix_crossdomain_product', ['productId'])
export class Crossdomain extends Setting {
  @Ref()
  productId!: number;

  @Varchar(255)
  senderName!: string;

  @Varchar(255)
  senderDomain!: string;
}
