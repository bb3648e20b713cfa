import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { addAuditWords } from '../../services/audit-words';
import { signedIn, type ApiContext } from '../../services/context';
import type { MeService, OptionQuery } from '../../settings/me/me.service';
import { labelledEnumerations } from '../../settings/me/labelled-enumerations';
import type { PostbackSourceInput } from '../../settings/postback-source/postback-source.service';
import type { RoleChange } from '../../settings/role/role.service';
import {
  bool,
  day,
  text,
  typeOf,
  withDefault,
  int,
  opt,
  argsType,
  listOf,
  inputTypeOf,
  ref,
} from '../fields';
import { mutation, publicMutation, resolver, query } from '../operation';
import { requestedFields } from '../requested-fields';
import { readResolver } from './read-resolver';

const TokensType = typeOf('Tokens');
const RecoveryCodesType = typeOf('RecoveryCodes');

const ProfileType = typeOf('Profile');
const SelectionsType = typeOf('Selections');

const NamesArgs = argsType({ search: opt(text), ids: opt(listOf(int)), limit: opt(int) });
type Lists = ReturnType<MeService['selections']>;

/** Resolves the lists that grow with the number of ads; clients can request a part of them. */
@Resolver(() => SelectionsType)
class LongSelectionsResolver {
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
class MeResolver {
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

const RoleTypeObject = typeOf('Role');

const ApiKeyType = typeOf('ApiKey');

const PostbackSourceType = typeOf('PostbackSource');

const ReadTokenType = typeOf('ReadToken');

const AuditResolver = readResolver({
  type: 'AuditLog',
  one: 'auditLog',
  many: 'auditLogs',
  ofProduct: true,
  log: 'numberId',
  service: ({ auditLogs }) => auditLogs,
  complete: addAuditWords,
});

const operations = resolver({
  createFirstUser: publicMutation(
    TokensType,
    { code: text, companyName: text, productName: text, userName: text, email: text, password: text },
    ({ services, client }, input) => services.firstUser.create(input, client),
  ),
  signIn: publicMutation(
    typeOf('SignIn'),
    { email: text, password: text, remember: withDefault(bool, false) },
    ({ services, client }, args) => services.auth.signIn(args, client),
  ),
  completeSignIn: publicMutation(
    typeOf('CompletedSignIn'),
    { ticket: text, code: opt(text), assertion: opt(text) },
    ({ services, client }, args) => services.auth.completeSignIn(args, client),
  ),
  setUpSecondFactor: publicMutation(
    typeOf('SecondFactorSetup'),
    { ticket: text },
    ({ services, client }, { ticket }) => services.auth.beginSetUp(ticket, client),
  ),
  signInPolicy: query(typeOf('SignInPolicy'), {}, ({ services, actor }) =>
    services.signInPolicies.get(actor),
  ),
  updateSignInPolicy: mutation(
    typeOf('SignInPolicy'),
    { roleTypes: listOf(int), from: opt(day), version: opt(int) },
    ({ services, actor, client }, change) => services.signInPolicies.update(actor, change, client),
  ),
  secondFactor: query(typeOf('SecondFactor'), {}, ({ services, actor }) =>
    services.secondFactors.state(actor),
  ),
  beginSecondFactor: mutation(
    typeOf('SecondFactorSetup'),
    { currentPassword: text },
    ({ services, actor }, { currentPassword }) => services.secondFactors.begin(actor, currentPassword),
  ),
  confirmSecondFactor: mutation(RecoveryCodesType, { code: text }, ({ services, actor, client }, { code }) =>
    services.secondFactors.confirm(actor, code, client),
  ),
  renewRecoveryCodes: mutation(RecoveryCodesType, { code: text }, ({ services, actor, client }, { code }) =>
    services.secondFactors.renewCodes(actor, code, client),
  ),
  disableSecondFactor: mutation(
    bool,
    { currentPassword: text, code: text },
    ({ services, actor, client }, given) => services.secondFactors.disable(actor, given, client),
  ),
  resetSecondFactor: mutation(bool, { userId: int }, ({ services, actor, client }, { userId }) =>
    services.secondFactors.reset(actor, userId, client),
  ),
  refresh: publicMutation(TokensType, { refresh: text }, ({ services, client }, { refresh }) =>
    services.auth.refresh(refresh, client),
  ),
  signOut: publicMutation(bool, { refresh: text }, ({ services, client }, { refresh }) =>
    services.auth.signOut(refresh, client),
  ),
  changeMyPassword: mutation(
    bool,
    { currentPassword: text, password: text },
    ({ services, actor, client }, passwords) =>
      services.passwords.change(actor, actor.userId, passwords, client),
  ),
  forgotPassword: publicMutation(bool, { email: text }, ({ services, locale, client }, { email }) =>
    services.passwords.forgot(email, locale, client),
  ),
  checkPasswordLink: publicMutation(bool, { token: text }, ({ services, client }, { token }) =>
    services.passwords.check(token, client),
  ),
  resetPassword: publicMutation(
    bool,
    { token: text, password: text },
    ({ services, client }, { token, password }) => services.passwords.reset(token, password, client),
  ),
  inviteUser: mutation(
    typeOf('Invitation'),
    { userId: int },
    ({ services, actor, locale, client }, { userId }) =>
      services.invitations.invite(actor, userId, locale, client),
  ),
  changePassword: mutation(
    typeOf('User'),
    { userId: int, password: text, currentPassword: opt(text) },
    async ({ services, actor, client, info }, { userId, ...passwords }) => {
      await services.passwords.change(actor, userId, passwords, client);
      return services.users.get(actor, userId, requestedFields(info));
    },
  ),
  sessions: query([typeOf('Session')], { userId: opt(int) }, ({ services, actor }, { userId }) =>
    services.sessions.list(actor, userId ?? undefined),
  ),
  revokeSession: mutation(bool, { id: text }, ({ services, actor, client }, { id }) =>
    services.sessions.revoke(actor, id, client),
  ),
  revokeOtherSessions: mutation(bool, { userId: opt(int) }, ({ services, actor, client }, { userId }) =>
    services.sessions.revokeOthers(actor, client, userId ?? undefined),
  ),
  roles: query([RoleTypeObject], {}, ({ services, actor }) => services.roles.list(actor)),
  systemState: query(typeOf('SystemState'), {}, ({ services, actor }) => services.system.state(actor)),
  updateRoles: mutation(
    [RoleTypeObject],
    { roles: listOf(ref<RoleChange>(() => inputTypeOf('RoleInput'))) },
    ({ services, actor, client }, { roles }) => services.roles.update(actor, roles, client),
  ),
  apiKeys: query([ApiKeyType], { productId: int }, ({ services, actor }, { productId }) =>
    services.apiKeys.list(actor, productId),
  ),
  createApiKey: mutation(
    typeOf('CreatedApiKey'),
    { productId: int, name: opt(text) },
    ({ services, actor, client }, { productId, name }) =>
      services.apiKeys.create(actor, productId, name, client),
  ),
  deleteApiKey: mutation(
    bool,
    { productId: int, id: int },
    ({ services, actor, client }, { productId, id }) => services.apiKeys.remove(actor, productId, id, client),
  ),
  postbackSources: query([PostbackSourceType], { productId: int }, ({ services, actor }, { productId }) =>
    services.postbackSources.list(actor, productId),
  ),
  createPostbackSource: mutation(
    typeOf('CreatedPostbackSource'),
    {
      productId: int,
      name: text,
      cvSettingId: opt(int),
      names: opt(ref<NonNullable<PostbackSourceInput['names']>>(() => inputTypeOf('PostbackNamesInput'))),
      statusWords: opt(
        ref<NonNullable<PostbackSourceInput['statusWords']>>(() => inputTypeOf('PostbackStatusWordsInput')),
      ),
    },
    ({ services, actor, client }, { productId, ...input }) =>
      services.postbackSources.create(actor, productId, input, client),
  ),
  deletePostbackSource: mutation(
    bool,
    { productId: int, id: int },
    ({ services, actor, client }, { productId, id }) =>
      services.postbackSources.remove(actor, productId, id, client),
  ),
  readTokens: query([ReadTokenType], { productId: int }, ({ services, actor }, { productId }) =>
    services.readTokens.list(actor, productId),
  ),
  createReadToken: mutation(
    typeOf('CreatedReadToken'),
    { productId: int, name: text },
    ({ services, actor, client }, { productId, name }) =>
      services.readTokens.create(actor, productId, name, client),
  ),
  revokeReadToken: mutation(bool, { id: int }, ({ services, actor, client }, { id }) =>
    services.readTokens.revoke(actor, id, client),
  ),
});

export const accountResolvers = [LongSelectionsResolver, MeResolver, AuditResolver, operations] as const;
