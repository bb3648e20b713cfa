import { RoleType } from '../catalog';
import { choice, email, flag, password, ref, refs, text } from './fields';

/** User of the console. The password has its own form. */
export const userFields = {
  userName: text({ required: true }),
  email: email({ required: true }),
  roleType: choice(RoleType, null, true),
  agencyId: ref('agency'),
  productIds: refs('product'),
  status: flag(true),
};

export const passwordFields = { password: password() };
