import { bool, float, inputType, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const ScenarioType = objectType('AllocationScenario', {
  id: int,
  productId: int,
  title: text,
  axes: listOf(text),
  simulationItem: int,
  elasticity: float,
  changes: text,
  shared: bool,
  editable: bool,
  userName: opt(text),
  updatedAt: instant,
  version: int,
});
const ScenarioInputType = inputType('AllocationScenarioInput', {
  productId: opt(int),
  title: opt(text),
  axes: opt(listOf(text)),
  simulationItem: opt(int),
  elasticity: opt(float),
  changes: opt(text),
  shared: opt(bool),
  version: opt(int),
});
const input = ref(() => ScenarioInputType);

export const AllocationScenarioResolver = resolver({
  allocationScenarios: query([ScenarioType], { productId: int }, ({ services, actor }, { productId }) =>
    services.allocationScenarios.list(actor, productId),
  ),
  createAllocationScenario: mutation(ScenarioType, { input }, ({ services, actor, client }, args) =>
    services.allocationScenarios.create(actor, args.input, client),
  ),
  updateAllocationScenario: mutation(ScenarioType, { id: int, input }, ({ services, actor, client }, args) =>
    services.allocationScenarios.update(actor, args.id, args.input, client),
  ),
  deleteAllocationScenario: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.allocationScenarios.remove(actor, id, version, client),
  ),
});
