import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A state of a report or a list that a user keeps under a name. */
@Entity('saved_view')
@Index('ux_saved_view_code', ['code'], { unique: true })
@Index('ix_saved_view_company', ['companyId', 'userId'])
export class SavedView extends Setting {
  @Ref()
  companyId!: number;

  /** Who made it. */
  @Ref()
  userId!: number;

  /** The product that it was saved of; null where its screen is about the whole company. */
  @Ref({ nullable: true })
  productId!: number | null;

  /** What its short link ends with. */
  @Varchar(24)
  code!: string;

  @Varchar(255)
  title!: string;

  /** Route of the screen. */
  @Varchar(255)
  path!: string;

  /** Parameters of the screen's address. */
  @LongText()
  search!: string | null;

  /** Of a report: its path below `/analyses`. */
  @Varchar(32, { nullable: true })
  report!: string | null;

  /** Of a report: the parameters of its file as of the day on which it was saved. */
  @LongText()
  reportQuery!: string | null;

  /** Whether others of the company may open it. */
  @Flag()
  shared!: boolean;
}

/** A view that a user has in the menu. */
@Entity('saved_view_pin')
export class SavedViewPin {
  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  @PrimaryColumn({ type: 'integer' })
  viewId!: number;
}
