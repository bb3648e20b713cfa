import { AdAnalyzeSimulationItem, enumValues, isEnumValue } from '../../../shared/catalog';
import type { Simulation } from '../../../shared/catalog/simulation';
import { costChangeLimits, ELASTICITY, parseCostChanges } from '../../../shared/domain/cost';
import { badInput } from '../../auth/failure';
import type { ReportInput } from '../input';

/**
 * Returns the requested simulation; null if no argument of a simulation is given.
 * @throws Failure BAD_USER_INPUT with the argument
 */
export function parseSimulation({ simulationItem, changes, elasticity }: ReportInput): Simulation | null {
  if (simulationItem == null && changes == null && elasticity == null) return null;
  const item = simulationItem ?? AdAnalyzeSimulationItem.AD_COST;
  if (!isEnumValue(AdAnalyzeSimulationItem, item)) {
    throw badInput({
      simulationItem: {
        key: 'mustBeOneOf',
        params: { values: enumValues(AdAnalyzeSimulationItem).join(', ') },
      },
    });
  }
  const { min, max } = costChangeLimits.elasticity;
  const chosenElasticity = elasticity ?? ELASTICITY.held;
  if (!(chosenElasticity >= min)) throw badInput({ elasticity: { key: 'minValue', params: { min } } });
  if (chosenElasticity > max) throw badInput({ elasticity: { key: 'maxValue', params: { max } } });
  const costChanges = parseCostChanges(changes ?? '');
  if (!costChanges)
    throw badInput({ changes: { key: 'invalidCostChanges', params: { max: costChangeLimits.rows } } });
  return { item, elasticity: chosenElasticity, changes: costChanges };
}
