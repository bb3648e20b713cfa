import type { Route } from '../../../shared/catalog/menus';
import { allows, type Right } from '../../../shared/catalog/roles';
import type { RightLevel } from '../generated/first';
import type { Profile } from './session-context';

/** The rights by the contract's names of them, from none on. */
export const rightOf: Readonly<Record<RightLevel, Right>> = { NONE: 'none', VIEW: 'view', EDIT: 'edit' };

/** Whether the user may open a page; the server decides again for every call. */
export function mayOpen(profile: Pick<Profile, 'rights'>, route: Pick<Route, 'right' | 'orRight' | 'needs'>): boolean {
  if (route.right === null) return true;
  return profile.rights.some(({ menu, level }) => (menu === route.right || menu === route.orRight) && allows({ right: rightOf[level] }, route.needs));
}
