import { Entity, Index } from 'typeorm';
import { CustomMeasureUnit } from '../../../shared/catalog';
import { Flag, Int, Ref, Setting, Varchar } from '../../db/columns';

/** A ratio of measures that a user of the company defined. */
@Entity()
@Index('ix_custom_measure_company', ['companyId', 'userId'])
export class CustomMeasure extends Setting {
  @Ref()
  companyId!: number;

  /** The user who created it. */
  @Ref()
  userId!: number;

  @Varchar(64)
  title!: string;

  /** REST names of the summed numerator measures, comma-joined. */
  @Varchar(255)
  numerators!: string;

  @Varchar(255)
  denominator!: string;

  /** CustomMeasureUnit. */
  @Int()
  unit: number = CustomMeasureUnit.RATIO;

  /** Decimal places. */
  @Int()
  decimals: number = 2;

  /** Whether it appears in the reports of other users of the company too. */
  @Flag()
  shared: boolean = false;
}
