import { Entity, Index } from 'typeorm';
import { Int, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A custom analysis item as a user, or the whole company, set it up. */
@Entity('analyze_setting')
@Index('ux_analyze_setting_owner', ['companyId', 'ownerKey', 'item'], { unique: true })
export class AnalyzeSetting extends Setting {
  @Ref()
  companyId!: number;

  /** Null for the company's own, which stands where a user has none. */
  @Ref({ nullable: true })
  userId!: number | null;

  /** The user, 0 for the company: unique keys don't see nulls. */
  @Int()
  ownerKey!: number;

  /** 1 to 3. */
  @Int()
  item!: number;

  @Varchar(255)
  title!: string;

  /** Columns, axes, filters and chart as JSON. */
  @LongText()
  settings!: string | null;
}
