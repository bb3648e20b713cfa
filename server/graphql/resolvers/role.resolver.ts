import { bool, inputType, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';
import { RightLevel } from '../right-level';
import type { RoleChange } from '../../settings/role/role.service';

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

export const RoleResolver = resolver({
  roles: query([RoleTypeObject], {}, ({ services, actor }) => services.roles.list(actor)),
  updateRoles: mutation(
    [RoleTypeObject],
    { roles: listOf(ref<RoleChange>(() => RoleInputType)) },
    ({ services, actor, client }, { roles }) => services.roles.update(actor, roles, client),
  ),
});
