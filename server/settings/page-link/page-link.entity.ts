import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, LongText, Ref, Varchar } from '../../db/columns';

/** A page of the console in a state, under a short link that somebody made to send it to others. It never changes. */
@Entity('page_link')
@Index('ix_page_link_user', ['userId'])
export class PageLink {
  @PrimaryColumn({ type: 'varchar', length: 24 })
  code!: string;

  @Ref()
  companyId!: number;

  /** The product that the page shows; null where it is about the whole company. */
  @Ref({ nullable: true })
  productId!: number | null;

  /** Who made it first. */
  @Ref()
  userId!: number;

  /** Route of the screen. */
  @Varchar(255)
  path!: string;

  /** Parameters of the screen's address. */
  @LongText()
  search!: string | null;

  @Instant()
  createdAt!: Date;
}
