import type { Right, RightKey } from '../../../shared/catalog';
import { rightOf } from './rights';
import { useSession } from './session-context';

/** How far the signed-in user's right reaches in a menu. */
export function useRight(menu: RightKey): Right {
  const { profile } = useSession();
  const level = profile.rights.find((right) => right.menu === menu)?.level ?? 'NONE';
  return rightOf[level];
}
