import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, LongText, Ref, Varchar } from '../../db/columns';

/** A short link that a user created to share a console page in a certain state. It never changes. */
@Entity('page_link')
@Index('ix_page_link_user', ['userId'])
export class PageLink {
  @PrimaryColumn({ type: 'varchar', length: 24 }) code!: string;
  @Ref() companyId!: number;

  /** The page's product; null if the page covers the whole company. */
  @Ref({ nullable: true }) productId!: number | null;

  /** The user who created it first. */
  @Ref() userId!: number;

  /** Route of the screen. */
  @Varchar(255) path!: string;

  /** Query parameters of the screen. */
  @LongText() search!: string | null;
  @Instant() createdAt!: Date;
}
