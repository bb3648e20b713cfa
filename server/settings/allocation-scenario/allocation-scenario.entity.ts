import { Column, Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A saved simulation of the allocation report. */
@Entity('allocation_scenario')
@Index('ix_allocation_scenario_product', ['productId', 'userId'])
export class AllocationScenario extends Setting {
  @Ref()
  productId!: number;

  /** The user who created it. */
  @Ref()
  userId!: number;

  @Varchar(255)
  title!: string;

  /** Comma-joined names of the axes of the changed rows. */
  @Varchar(255)
  axes!: string;

  /** AdAnalyzeSimulationItem. */
  @Int()
  simulationItem!: number;

  @Column({ type: 'double' })
  elasticity!: number;

  /** See parseCostChanges. */
  @LongText()
  changes!: string | null;

  /** Whether other users of the company see it. */
  @Flag()
  shared!: boolean;
}
