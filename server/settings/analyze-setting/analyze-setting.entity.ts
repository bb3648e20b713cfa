import { Entity, Index } from 'typeorm';
import { Int, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A custom analysis item configured by a user or for the whole company. */
@Entity('analyze_setting')
@Index('ux_analyze_setting_owner', ['companyId', 'ownerKey', 'item'], { unique: true })
export class AnalyzeSetting extends Setting {
  @Ref() companyId!: number;

  /** Null for the company's setting, which applies to users without their own. */
  @Ref({ nullable: true }) userId!: number | null;

  /** The user id, or 0 for the company, because unique keys ignore nulls. */
  @Int() ownerKey!: number;

  /** 1 to 3. */
  @Int() item!: number;
  @Varchar(255) title!: string;

  /** Columns, axes, filters and chart as JSON. */
  @LongText() settings!: string | null;
}
