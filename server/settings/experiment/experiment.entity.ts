import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ExperimentControl, ExperimentMeasure } from '../../../shared/catalog';
import { Instant, Int, Ref, Setting, Varchar } from '../../db/columns';

/** An on/off test of ads of a product. */
@Entity()
@Index('ix_experiment_product', ['productId', 'firstDay'])
export class Experiment extends Setting {
  @Ref() productId!: number;
  @Varchar(255) title!: string;

  /** First Tokyo day without the ads. */
  @Int() firstDay!: number;
  @Int() offWeeks: number = 4;
  @Int() preWeeks: number = 26;
  @Int() measure: number = ExperimentMeasure.CONVERSIONS;
  @Int() control: number = ExperimentControl.CLICKS;

  /** When the plan was frozen, and what was known then; null for a plan that can still change. */
  @Instant({ nullable: true }) frozenAt!: Date | null;
  @Int({ nullable: true }) evaluation!: number | null;
  @Column({ type: 'double', nullable: true }) minimalEffect!: number | null;
  @Column({ type: 'double', nullable: true }) minimalEffectShare!: number | null;
  @Int({ nullable: true }) dataVersion!: number | null;
}

/** An ad of an on/off test: one that goes off, or one of its control that stays on. */
@Entity()
@Index('ix_experiment_ad', ['adId'])
export class ExperimentAd {
  @PrimaryColumn({ type: 'integer' }) experimentId!: number;
  @PrimaryColumn({ type: 'integer' }) adId!: number;

  /** 1 for the ads that go off, 0 for the control. */
  @PrimaryColumn({ type: 'integer' }) isOff!: number;
}
