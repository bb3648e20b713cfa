import { Column, Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../../db/columns';

/** A simulation of the allocation report that a user saved. */
@Entity('allocation_scenario')
@Index('ix_allocation_scenario_product', ['productId', 'userId'])
export class AllocationScenario extends Setting {
  @Ref()
  productId!: number;

  /** Who made it. */
  @Ref()
  userId!: number;

  @Varchar(255)
  title!: string;

  /** Names of the axes that the changed rows stand for, comma-joined. */
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

  /** Whether others of the company see it too. */
  @Flag()
  shared!: boolean;
}
