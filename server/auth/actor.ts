import type { Grant, RightKey, RoleType } from '../../shared/catalog';

/** The signed-in user with everything that determines their access. */
export interface Actor {
  readonly userId: number;
  readonly companyId: number;
  readonly role: RoleType;
  /** Agency of an agency user, who only sees its ads; otherwise null. */
  readonly agencyId: number | null;
  /** Products that the user may open: all of the company for an ADMIN, otherwise the assigned ones. */
  readonly productIds: readonly number[];
  /** The user's right in every menu, including the company's changes. */
  readonly grants: Readonly<Record<RightKey, Grant>>;
  /** The session (refresh token family) that the access token belongs to. */
  readonly family: string;
  /** True for a personal read token instead of a session. It can't change anything or see sessions. */
  readonly reading?: true;
}
