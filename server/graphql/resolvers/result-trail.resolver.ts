import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../records/list-definition';
import { loadersOf, type ApiContext } from '../../services/context';
import { typeOf } from '../fields';
import { requestedFields } from '../requested-fields';
import type { NotificationAttempt, ResultChange } from '../../results/trail.service';

/** Adds a result's history and its postbacks. */
@Resolver(() => typeOf('Result'))
export class ResultTrailResolver {
  @FieldResolver(() => [typeOf('ResultChange')])
  history(@Root() result: { id: string }, @Ctx() context: ApiContext): Promise<readonly ResultChange[]> {
    return loadersOf(context).history(result.id);
  }

  @FieldResolver(() => [typeOf('ResultQueueItem')])
  notifications(
    @Root() result: { id: string },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<readonly Row[]> {
    return loadersOf(context).postbacks(result.id, requestedFields(info));
  }
}

/** Adds the delivery attempts of a postback. */
@Resolver(() => typeOf('ResultQueueItem'))
export class AttemptLogResolver {
  @FieldResolver(() => [typeOf('NotificationAttempt')])
  attemptLog(
    @Root() item: { id: string },
    @Ctx() context: ApiContext,
  ): Promise<readonly NotificationAttempt[]> {
    return loadersOf(context).attempts(item.id);
  }
}
