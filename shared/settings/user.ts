import { RoleType } from '../catalog';
import { choice, email, flag, password, ref, refs, text } from './fields';

/** A user of the console; the password is set with its own form afterwards. */
export const userFields = {
  userName: text({ required: true }),
  email: email({ required: true }),
  roleType: choice(RoleType, null, true),
  agencyId: ref('agency'),
  productIds: refs('product'),
  status: flag(true),
};

export const passwordFields = { password: password() };
