import { allows, type Right, type Route } from '../../../shared/catalog';
import type { RightLevel } from '../generated/first';
import type { Profile } from './session-context';

/** The rights by the contract's names of them, from none on. */
export const rightOf: Readonly<Record<RightLevel, Right>> = { NONE: 'none', VIEW: 'view', EDIT: 'edit' };

/** Whether the user may open a page; the server decides again for every call. */
export function mayOpen(profile: Pick<Profile, 'rights'>, route: Pick<Route, 'right' | 'needs'>): boolean {
  if (route.right === null) return true;
  const level = profile.rights.find((right) => right.menu === route.right)?.level ?? 'NONE';
  return allows({ right: rightOf[level] }, route.needs);
}
