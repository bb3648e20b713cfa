import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, float, inputType, instant, int, listOf, objectType, opt, text } from '../../graphql/fields';

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

@Resolver()
export class AllocationScenarioResolver {
  @Query(() => [ScenarioType])
  allocationScenarios(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
  ): Promise<object[]> {
    return context.services.allocationScenarios.list(signedIn(context), productId);
  }

  @Mutation(() => ScenarioType)
  createAllocationScenario(
    @Ctx() context: ApiContext,
    @Arg('input', () => ScenarioInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.allocationScenarios.create(signedIn(context), input, context.client);
  }

  @Mutation(() => ScenarioType)
  updateAllocationScenario(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ScenarioInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.allocationScenarios.update(signedIn(context), id, input, context.client);
  }

  @Mutation(() => Boolean)
  deleteAllocationScenario(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('version', () => Int, { nullable: true }) version: number | null,
  ): Promise<boolean> {
    return context.services.allocationScenarios.remove(signedIn(context), id, version, context.client);
  }
}
