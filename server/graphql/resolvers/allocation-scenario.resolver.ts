import { bool, inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

const ScenarioType = typeOf('AllocationScenario');
const input = ref(() => inputTypeOf('AllocationScenarioInput'));

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
