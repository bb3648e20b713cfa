import { Column, Entity, Index } from 'typeorm';
import { Flag, Int, LongText, Ref, Setting, Varchar } from '../db/columns';
import type { SettingDefinition, Wrong } from '../records/setting-definition';

/** A saved simulation of the allocation report. */
@Entity('allocation_scenario')
@Index('ix_allocation_scenario_product', ['productId', 'userId'])
export class AllocationScenario extends Setting {
  @Ref() productId!: number;

  /** The user who created it. */
  @Ref() userId!: number;
  @Varchar(255) title!: string;

  /** Comma-joined names of the axes of the changed rows. */
  @Varchar(255) axes!: string;

  /** AdAnalyzeSimulationItem. */
  @Int() simulationItem!: number;
  @Column({ type: 'double' }) elasticity!: number;

  /** See parseCostChanges. */
  @LongText() changes!: string | null;

  /** Whether other users of the company see it. */
  @Flag() shared!: boolean;
}

/** Maximum number of scenarios per user and product. */
const MAX_SCENARIOS = 100;
const DEFAULT_AXES = ['ad'];

/** Saved simulations of the allocation report: each user's own, and those shared in the company. */
export const allocationScenarios: SettingDefinition<AllocationScenario> = {
  name: 'allocationScenario',
  target: AllocationScenario,
  menu: 'analyze',
  needs: 'view',
  owner: 'user',
  title: 'title',
  list: () => ({
    fields: {
      axes: { sql: 'e.axes', read: (axes) => String(axes).split(',') },
      changes: { sql: 'e.changes', read: (changes) => changes ?? '' },
    },
  }),
  validate: async ({ context: { tx, actor }, current, values, productId }): Promise<Wrong> => {
    if (productId === null) return { productId: { key: 'required' } };
    if (Array.isArray(values.axes))
      values.axes = (values.axes.length > 0 ? values.axes : DEFAULT_AXES).join(',');
    if (current) return {};
    const own = await tx.manager.countBy(AllocationScenario, { productId, userId: actor.userId });
    return own >= MAX_SCENARIOS ? { title: { key: 'tooMany', params: { count: MAX_SCENARIOS } } } : {};
  },
};
