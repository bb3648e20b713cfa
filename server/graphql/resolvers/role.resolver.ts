import { inputTypeOf, listOf, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import type { RoleChange } from '../../settings/role/role.service';

const RoleTypeObject = typeOf('Role');

export const RoleResolver = resolver({
  roles: query([RoleTypeObject], {}, ({ services, actor }) => services.roles.list(actor)),
  updateRoles: mutation(
    [RoleTypeObject],
    { roles: listOf(ref<RoleChange>(() => inputTypeOf('RoleInput'))) },
    ({ services, actor, client }, { roles }) => services.roles.update(actor, roles, client),
  ),
});
