import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, int, listOf, objectType, opt, ref, text } from '../../graphql/fields';
import { RightLevel } from '../../graphql/right-level';
import type { RoleChange } from './role.service';

const level = ref(() => RightLevel);
const RoleRightType = objectType('RoleRight', { menu: text, level, standard: level });
const RoleTypeObject = objectType('Role', {
  roleType: int,
  name: text,
  editable: bool,
  rights: listOf(ref(() => RoleRightType)),
  version: int,
});
const RightInputType = inputType('RightInput', { menu: text, level });
const RoleInputType = inputType('RoleInput', {
  roleType: int,
  rights: listOf(ref(() => RightInputType)),
  version: opt(int),
});

@Resolver()
export class RoleResolver {
  @Query(() => [RoleTypeObject])
  roles(@Ctx() context: ApiContext): Promise<object[]> {
    return context.services.roles.list(signedIn(context));
  }

  @Mutation(() => [RoleTypeObject])
  updateRoles(
    @Ctx() context: ApiContext,
    @Arg('roles', () => [RoleInputType]) roles: RoleChange[],
  ): Promise<object[]> {
    return context.services.roles.update(signedIn(context), roles, context.client);
  }
}
