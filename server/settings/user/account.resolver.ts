import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, instant, int, objectType, opt, text, typeOf } from '../../graphql/fields';
import { requestedFields } from '../../graphql/requested-fields';
import '../setting.resolver';

const SessionType = objectType('Session', {
  id: text,
  userId: int,
  startedAt: instant,
  lastUsedAt: instant,
  expiresAt: instant,
  ip: opt(text),
  ua: opt(text),
  remember: bool,
  current: bool,
});

const InvitationType = objectType('Invitation', {
  email: text,
  mailed: bool,
  link: opt(text),
  expiresAt: instant,
});

@Resolver()
export class AccountResolver {
  @Mutation(() => Boolean)
  forgotPassword(
    @Ctx() { services, locale, client }: ApiContext,
    @Arg('email', () => String) email: string,
  ): Promise<boolean> {
    return services.passwords.forgot(email, locale, client);
  }

  @Mutation(() => Boolean)
  checkPasswordLink(
    @Ctx() { services, client }: ApiContext,
    @Arg('token', () => String) token: string,
  ): Promise<boolean> {
    return services.passwords.check(token, client);
  }

  @Mutation(() => Boolean)
  resetPassword(
    @Ctx() { services, client }: ApiContext,
    @Arg('token', () => String) token: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    return services.passwords.reset(token, password, client);
  }

  @Mutation(() => InvitationType)
  inviteUser(@Ctx() context: ApiContext, @Arg('userId', () => Int) userId: number): Promise<object> {
    return context.services.invitations.invite(signedIn(context), userId, context.locale, context.client);
  }

  @Mutation(() => typeOf('User'))
  async changePassword(
    @Ctx() context: ApiContext,
    @Arg('userId', () => Int) userId: number,
    @Arg('password', () => String) password: string,
    @Arg('currentPassword', () => String, { nullable: true }) currentPassword: string | null,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    const actor = signedIn(context);
    await context.services.passwords.change(actor, userId, { password, currentPassword }, context.client);
    return context.services.users.get(actor, userId, requestedFields(info));
  }

  @Query(() => [SessionType])
  sessions(
    @Ctx() context: ApiContext,
    @Arg('userId', () => Int, { nullable: true }) userId: number | null,
  ): Promise<object[]> {
    return context.services.sessions.list(signedIn(context), userId ?? undefined);
  }

  @Mutation(() => Boolean)
  revokeSession(@Ctx() context: ApiContext, @Arg('id', () => String) id: string): Promise<boolean> {
    return context.services.sessions.revoke(signedIn(context), id, context.client);
  }

  @Mutation(() => Boolean)
  revokeOtherSessions(
    @Ctx() context: ApiContext,
    @Arg('userId', () => Int, { nullable: true }) userId: number | null,
  ): Promise<boolean> {
    return context.services.sessions.revokeOthers(signedIn(context), context.client, userId ?? undefined);
  }
}
