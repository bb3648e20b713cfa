import { Entity, Index } from 'typeorm';
import { Ref, Setting, Varchar } from '../../db/columns';

/** A domain whose links may pass on visitor ids in the URL. */
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
