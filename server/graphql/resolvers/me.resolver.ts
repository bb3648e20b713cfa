import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { signedIn, type ApiContext } from '../../services/context';
import { argsType, day, instant, int, listOf, objectType, opt, ref, text, typeOf } from '../fields';
import { EnumValueScalar } from '../scalars';
import { RightLevel } from '../right-level';
import { label } from '../selection-type';
import type { MeService, OptionQuery } from '../../settings/me/me.service';
import { labelledEnumerations } from '../../settings/me/labelled-enumerations';

const RightType = objectType('Right', { menu: text, level: ref(() => RightLevel) });
const ProfileType = objectType('Profile', {
  userId: int,
  userName: text,
  email: text,
  roleType: int,
  companyId: int,
  companyName: text,
  agencyId: opt(int),
  lastLogin: opt(instant),
  rights: listOf(ref(() => RightType)),
});

const EnumerationItemType = objectType('EnumerationItem', {
  value: opt(ref(() => EnumValueScalar)),
  name: text,
  label: text,
});
const EnumerationType = objectType('Enumeration', {
  name: text,
  items: listOf(ref(() => EnumerationItemType)),
});

const ProductSelectionType = objectType('ProductSelection', {
  id: int,
  label: text,
  weekStart: int,
  firstDay: opt(day),
});
const AdTypeSelectionType = objectType('AdTypeSelection', { id: int, label: text, sequence: int });
const choices = listOf(label);
const SelectionsType = objectType('Selections', {
  product: listOf(ref(() => ProductSelectionType)),
  agency: choices,
  asp: choices,
  cvSetting: choices,
  adCategory: choices,
  adType: listOf(ref(() => AdTypeSelectionType)),
});

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

@ObjectType('Me')
class Me {}

@Resolver(() => Me)
export class MeResolver {
  @Query(() => Me)
  me(@Ctx() context: ApiContext): Me {
    signedIn(context);
    return {};
  }

  @FieldResolver(() => ProfileType)
  profile(@Ctx() context: ApiContext): Promise<object> {
    return context.services.me.profile(signedIn(context));
  }

  @FieldResolver(() => [EnumerationType])
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
