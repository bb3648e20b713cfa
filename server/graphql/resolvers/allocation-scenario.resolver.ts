import { bool, float, inputType, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

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
  allocationScenarios: query([ScenarioType], { productId: int }, ({ services, actor, info }, { productId }) =>
    services.allocationScenarios.all(actor, { productId }, requestedFields(info)),
  ),
  createAllocationScenario: mutation(ScenarioType, { input }, ({ services, actor, client, info }, args) =>
    services.writes.allocationScenarios.create(actor, { ...args.input }, client, requestedFields(info)),
  ),
  updateAllocationScenario: mutation(
    ScenarioType,
    { id: int, input },
    ({ services, actor, client, info }, args) => {
      const { allocationScenarios } = services.writes;
      return allocationScenarios.update(
        actor,
        args.id,
        { ...args.input },
        'whole',
        client,
        requestedFields(info),
      );
    },
  ),
  deleteAllocationScenario: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.writes.allocationScenarios.remove(actor, id, client, version),
  ),
});
