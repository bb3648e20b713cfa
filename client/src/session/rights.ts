import { allows, type Right, type Route } from '../../../shared/catalog';
import type { Profile } from './session-context';

/** Whether the user may open a page; the server decides again for every call. */
export function mayOpen(profile: Pick<Profile, 'rights'>, route: Pick<Route, 'right' | 'needs'>): boolean {
  if (route.right === null) return true;
  const level = profile.rights.find((right) => right.menu === route.right)?.level ?? 'NONE';
  return allows({ right: level.toLowerCase() as Right }, route.needs);
}
