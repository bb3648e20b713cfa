import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { signedIn, type ApiContext } from '../../services/context';
import { argsType, int, listOf, opt, text, typeOf } from '../fields';
import type { MeService, OptionQuery } from '../../settings/me/me.service';
import { labelledEnumerations } from '../../settings/me/labelled-enumerations';

const ProfileType = typeOf('Profile');
const SelectionsType = typeOf('Selections');

const NamesArgs = argsType({ search: opt(text), ids: opt(listOf(int)), limit: opt(int) });
type Lists = ReturnType<MeService['selections']>;

/** Resolves the lists that grow with the number of ads; clients can request a part of them. */
@Resolver(() => SelectionsType)
export class LongSelectionsResolver {
  @FieldResolver(() => [typeOf('Selection')])
  ad(@Root() lists: Lists, @Args(() => NamesArgs) query: OptionQuery): Promise<object[]> {
    return lists.ad(query);
  }

  @FieldResolver(() => [typeOf('Selection')])
  redirect(@Root() lists: Lists, @Args(() => NamesArgs) query: OptionQuery): Promise<object[]> {
    return lists.redirect(query);
  }
}

@Resolver(() => typeOf('Me'))
export class MeResolver {
  @Query(() => typeOf('Me'))
  me(@Ctx() context: ApiContext): object {
    signedIn(context);
    return {};
  }

  @FieldResolver(() => ProfileType)
  profile(@Ctx() context: ApiContext): Promise<object> {
    return context.services.me.profile(signedIn(context));
  }

  @FieldResolver(() => [typeOf('Enumeration')])
  enums(@Ctx() { locale }: ApiContext): object[] {
    return labelledEnumerations(locale);
  }

  @FieldResolver(() => SelectionsType)
  selections(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int, { nullable: true }) productId: number | null,
  ): object {
    return context.services.me.selections(signedIn(context), productId ?? null);
  }

  @Mutation(() => ProfileType)
  async updateMe(
    @Ctx() context: ApiContext,
    @Arg('userName', () => String) userName: string,
  ): Promise<object> {
    const actor = signedIn(context);
    await context.services.writes.users.update(actor, actor.userId, { userName }, 'part', context.client);
    return context.services.me.profile(actor);
  }
}
