import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { instant, int, objectType, opt, ref, text } from '../../graphql/fields';

const ReadTokenType = objectType('ReadToken', {
  id: int,
  productId: int,
  name: text,
  prefix: text,
  lastUsedAt: opt(instant),
  createdAt: instant,
});
const CreatedReadTokenType = objectType('CreatedReadToken', {
  readToken: ref(() => ReadTokenType),
  token: text,
});

@Resolver()
export class ReadTokenResolver {
  @Query(() => [ReadTokenType])
  readTokens(@Ctx() context: ApiContext, @Arg('productId', () => Int) productId: number): Promise<object[]> {
    return context.services.readTokens.list(signedIn(context), productId);
  }

  @Mutation(() => CreatedReadTokenType)
  createReadToken(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('name', () => String) name: string,
  ): Promise<object> {
    return context.services.readTokens.create(signedIn(context), productId, name, context.client);
  }

  @Mutation(() => Boolean)
  revokeReadToken(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number): Promise<boolean> {
    return context.services.readTokens.revoke(signedIn(context), id, context.client);
  }
}
