import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../shared/records';
import { signedIn, type ApiContext } from '../graphql/context';
import {
  bool,
  day,
  float,
  inputTypeOf,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  typeOf,
} from '../graphql/fields';

const FiringType = objectType('AlertFiring', {
  id: int,
  day,
  adId: int,
  name: text,
  measure: text,
  value: float,
  low: opt(float),
  high: opt(float),
  median: opt(float),
  at: instant,
  path: text,
});
const AlertDeliveryType = objectType('AlertTold', {
  day,
  outcome: text,
  reason: opt(text),
  attempts: int,
  nextAt: opt(instant),
  receivers: int,
});
const HistoryType = objectType('AlertHistory', {
  firings: listOf(ref(() => FiringType)),
  told: listOf(ref(() => AlertDeliveryType)),
});
const CaseType = objectType('AlertCase', {
  adId: int,
  name: text,
  value: float,
  low: opt(float),
  high: opt(float),
  median: opt(float),
  raised: bool,
});
const TestType = objectType('AlertTest', {
  day,
  computing: bool,
  raised: int,
  judged: int,
  cases: listOf(ref(() => CaseType)),
  subject: text,
  text,
  link: text,
  nextDay: day,
  nextAt: instant,
});
const SentType = objectType('AlertSent', {
  to: text,
  delivered: bool,
  reason: opt(text),
  webhook: opt(ref(() => typeOf('PostbackTest'))),
});

@Resolver()
export class AlertResolver {
  @Query(() => HistoryType)
  alertHistory(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number): Promise<object> {
    return context.services.alertStates.history(signedIn(context), id);
  }

  @Query(() => TestType)
  alertTest(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number): Promise<object> {
    return context.services.alertStates.test(signedIn(context), id);
  }

  @Query(() => TestType)
  alertTrial(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int, { nullable: true }) id: number | null,
    @Arg('input', () => inputTypeOf('AlertInput')) input: UnknownRecord,
  ): Promise<object> {
    return context.services.alertTrials.test(
      signedIn(context),
      { id: id ?? null, input: { ...input } },
      context.client,
    );
  }

  @Mutation(() => SentType)
  sendAlertTest(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int, { nullable: true }) id: number | null,
    @Arg('input', () => inputTypeOf('AlertInput')) input: UnknownRecord,
  ): Promise<object> {
    return context.services.alertTrials.send(
      signedIn(context),
      { id: id ?? null, input: { ...input } },
      context.client,
    );
  }
}
