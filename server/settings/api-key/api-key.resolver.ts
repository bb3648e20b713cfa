import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { instant, int, objectType, opt, ref, text } from '../../graphql/fields';

const ApiKeyType = objectType('ApiKey', {
  id: int,
  productId: int,
  name: text,
  prefix: text,
  lastUsedAt: opt(instant),
  createdAt: instant,
});
const CreatedApiKeyType = objectType('CreatedApiKey', { apiKey: ref(() => ApiKeyType), secret: text });

@Resolver()
export class ApiKeyResolver {
  @Query(() => [ApiKeyType])
  apiKeys(@Ctx() context: ApiContext, @Arg('productId', () => Int) productId: number): Promise<object[]> {
    return context.services.apiKeys.list(signedIn(context), productId);
  }

  @Mutation(() => CreatedApiKeyType)
  createApiKey(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('name', () => String, { nullable: true }) name: string | null,
  ): Promise<object> {
    return context.services.apiKeys.create(signedIn(context), productId, name, context.client);
  }

  @Mutation(() => Boolean)
  deleteApiKey(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('id', () => Int) id: number,
  ): Promise<boolean> {
    return context.services.apiKeys.remove(signedIn(context), productId, id, context.client);
  }
}
