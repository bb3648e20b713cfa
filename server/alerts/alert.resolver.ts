import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import { bool, day, float, instant, int, listOf, objectType, opt, ref, text } from '../graphql/fields';

const FiringType = objectType('AlertFiring', {
  id: int, day, adId: int, name: text, measure: text, value: float, low: opt(float), high: opt(float), median: opt(float), at: instant, path: text,
});
const ToldType = objectType('AlertTold', { day, outcome: text, reason: opt(text), receivers: int });
const HistoryType = objectType('AlertHistory', { firings: listOf(ref(() => FiringType)), told: listOf(ref(() => ToldType)) });
const CaseType = objectType('AlertCase', { adId: int, name: text, value: float, low: opt(float), high: opt(float), median: opt(float), raised: bool });
const TestType = objectType('AlertTest', {
  day, computing: bool, raised: int, judged: int, cases: listOf(ref(() => CaseType)), subject: text, text, link: text,
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
}
