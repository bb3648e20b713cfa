import { AdAnalyzeSimulationItem, axisNames } from '../catalog';
import { costChangeLimits, ELASTICITY, parseCostChanges } from '../domain/cost';
import { choice, flag, keys, number, ruleMessage, text, type Field } from './fields';

/** Cost changes as text, validated by the parser of the simulation. */
const costChanges = (): Field<string | null> => {
  const { rule, ...field } = text({ max: costChangeLimits.text });
  const wrong = ruleMessage('invalidCostChanges', { max: costChangeLimits.rows });
  return {
    ...field,
    rule: rule.test(
      'changes',
      wrong,
      (value: unknown) => typeof value !== 'string' || parseCostChanges(value) !== null,
    ),
  };
};

/** Saved simulation of the allocation report. */
export const allocationScenarioFields = {
  title: text({ required: true }),
  axes: keys(axisNames),
  simulationItem: choice(AdAnalyzeSimulationItem, AdAnalyzeSimulationItem.AD_COST),
  elasticity: number({ ...costChangeLimits.elasticity, absent: ELASTICITY.held }),
  changes: costChanges(),
  shared: flag(),
};
