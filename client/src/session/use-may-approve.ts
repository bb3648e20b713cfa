import { RoleType, type RightKey } from '../../../shared/catalog';
import { useSession } from './session-context';
import { useRight } from './rights';

/**
 * Whether the signed-in user may decide on results and their postbacks. Agencies never may, whatever their
 * rights.
 */
export function useMayApprove(menu: Extract<RightKey, 'cv_approve' | 'postbacks'>): boolean {
  const right = useRight(menu);
  return useSession().profile.roleType !== RoleType.AGENCY && right === 'edit';
}
