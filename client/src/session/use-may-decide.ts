import { RoleType, type RightKey } from '../../../shared/catalog';
import { useSession } from './session-context';
import { useRight } from './use-right';

/** Whether the signed-in user decides about results and what networks are told of them: an agency never does, however wide its right is made. */
export function useMayDecide(menu: Extract<RightKey, 'cv_approve' | 'postbacks'>): boolean {
  const right = useRight(menu);
  return useSession().profile.roleType !== RoleType.AGENCY && right === 'edit';
}
