import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from './context';
import { objectType, text } from './fields';

const TokensType = objectType('Tokens', { access: text, refresh: text });

@Resolver()
export class AuthResolver {
  @Mutation(() => TokensType)
  signIn(
    @Ctx() { services, client }: ApiContext,
    @Arg('email', () => String) email: string,
    @Arg('password', () => String) password: string,
    @Arg('remember', () => Boolean, { nullable: true, defaultValue: false }) remember: boolean | null,
  ): Promise<object> {
    return services.auth.signIn({ email, password, remember: remember ?? false }, client);
  }

  @Mutation(() => TokensType)
  refresh(
    @Ctx() { services, client }: ApiContext,
    @Arg('refresh', () => String) refresh: string,
  ): Promise<object> {
    return services.auth.refresh(refresh, client);
  }

  @Mutation(() => Boolean)
  signOut(@Ctx() { services }: ApiContext, @Arg('refresh', () => String) refresh: string): Promise<boolean> {
    return services.auth.signOut(refresh);
  }

  @Mutation(() => Boolean)
  changeMyPassword(
    @Ctx() context: ApiContext,
    @Arg('currentPassword', () => String) currentPassword: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    const actor = signedIn(context);
    return context.services.passwords.change(
      actor,
      actor.userId,
      { currentPassword, password },
      context.client,
    );
  }
}
