import type { Right, RightKey } from '../../../shared/catalog';
import { rightOf } from './rights';
import { useSession } from './session-context';

/** Returns the signed-in user's right to a menu. */
export function useRight(menu: RightKey): Right {
  const { profile } = useSession();
  const level = profile.rights.find((right) => right.menu === menu)?.level ?? 'NONE';
  return rightOf[level];
}
