import type { SettingDefinition, Wrong } from '../../records/setting-definition';
import { AllocationScenario } from './allocation-scenario.entity';

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
