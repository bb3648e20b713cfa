import type { Grant, RightKey, RoleType } from '../../shared/catalog';

/** Who asks: the signed-in user, with everything that decides what they may see and do. */
export interface Actor {
  readonly userId: number;
  readonly companyId: number;
  readonly role: RoleType;
  /** Set for users of an agency; they see its ads only. */
  readonly agencyId: number | null;
  /** Products that the user may open: all of the company for an ADMIN, else those listed. */
  readonly productIds: readonly number[];
  /** The right of the user in every menu, with the company's changes applied. */
  readonly grants: Readonly<Record<RightKey, Grant>>;
  /** The session (refresh token family) that the access token belongs to. */
  readonly family: string;
  /** Set where a token for reading asks instead of a session: it changes nothing, and sees no session. */
  readonly reading?: true;
}
