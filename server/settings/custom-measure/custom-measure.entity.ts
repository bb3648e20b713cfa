import { Entity, Index } from 'typeorm';
import { CustomMeasureUnit } from '../../../shared/catalog';
import { Flag, Int, Ref, Setting, Varchar } from '../../db/columns';

/** A ratio of measures that somebody of a company defined. */
@Entity()
@Index('ix_custom_measure_company', ['companyId', 'userId'])
export class CustomMeasure extends Setting {
  @Ref()
  companyId!: number;

  /** Who made it. */
  @Ref()
  userId!: number;

  @Varchar(64)
  title!: string;

  /** REST names of the measures that are added up, comma-joined. */
  @Varchar(255)
  numerators!: string;

  @Varchar(255)
  denominator!: string;

  /** CustomMeasureUnit. */
  @Int()
  unit: number = CustomMeasureUnit.RATIO;

  /** Digits after the point. */
  @Int()
  decimals: number = 2;

  /** Whether others of the company have it in their reports too. */
  @Flag()
  shared: boolean = false;
}
