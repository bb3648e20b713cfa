import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A state of a report or list that a user saved under a name. */
@Entity('saved_view')
@Index('ux_saved_view_code', ['code'], { unique: true })
@Index('ix_saved_view_company', ['companyId', 'userId'])
export class SavedView extends Setting {
  @Ref() companyId!: number;

  /** The user who created it. */
  @Ref() userId!: number;

  /** The product of the view; null if its screen covers the whole company. */
  @Ref({ nullable: true }) productId!: number | null;

  /** Last part of its short link. */
  @Varchar(24) code!: string;
  @Varchar(255) title!: string;

  /** Route of the screen. */
  @Varchar(255) path!: string;

  /** Query parameters of the screen. */
  @LongText() search!: string | null;

  /** Reports only: path below `/analyses`. */
  @Varchar(32, { nullable: true }) report!: string | null;

  /** Reports only: parameters of the file, as of the day of saving. */
  @LongText() reportQuery!: string | null;

  /** Whether other users of the company may open it. */
  @Flag() shared!: boolean;
}

/** A view that a user pinned to the menu. */
@Entity('saved_view_pin')
export class SavedViewPin {
  @PrimaryColumn({ type: 'integer' }) userId!: number;
  @PrimaryColumn({ type: 'integer' }) viewId!: number;
}
