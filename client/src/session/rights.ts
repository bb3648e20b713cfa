import { RoleType } from '../../../shared/catalog/enums';
import { menuEntries, menuGroups, type Route } from '../../../shared/catalog/menus';
import { allows, type Right, type RightKey } from '../../../shared/catalog/roles';
import type { RightLevel } from '../generated/first';
import { type Profile, useSession } from './session-context';

/** Rights by their names in the contract, in ascending order. */
export const rightOf: Readonly<Record<RightLevel, Right>> = { NONE: 'none', VIEW: 'view', EDIT: 'edit' };

/** Whether the user may open a page; the server checks every call again. */
export function mayOpen(
  { rights, roleType }: Pick<Profile, 'rights'> & Partial<Pick<Profile, 'roleType'>>,
  {
    right,
    orRight,
    andRight,
    needs,
    adminOnly,
  }: Pick<Route, 'right' | 'orRight' | 'andRight' | 'needs' | 'adminOnly'>,
): boolean {
  if (adminOnly && roleType !== RoleType.ADMIN) return false;
  if (right === null) return true;
  const has = (...menus: (RightKey | undefined)[]): boolean =>
    rights.some(
      ({ menu, level }) => menus.some((one) => one === menu) && allows({ right: rightOf[level] }, needs),
    );
  return has(right, orRight) && (!andRight || has(andRight));
}

/** Returns the first page of the navigation that the user may open. */
export const firstPage = (profile: Pick<Profile, 'rights'>): Route | undefined =>
  menuGroups
    .flatMap((group) => menuEntries(group))
    .find((route) => route.right !== null && mayOpen(profile, route));

/** Returns the signed-in user's right to a menu. */
export function useRight(menu: RightKey): Right {
  const { profile } = useSession();
  const level = profile.rights.find((right) => right.menu === menu)?.level ?? 'NONE';
  return rightOf[level];
}
