import { allows, RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { loadBackgroundActor } from '../../auth/load-actor';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import type { SavedView } from '../saved-view/saved-view.entity';
import { findView } from '../saved-view/saved-view.service';
import type { ReportSchedule } from './report-schedule.entity';

/** Why a schedule is paused until a user resumes it. */
export type PauseReason = 'byHand' | 'ownerGone' | 'noRight' | 'viewGone' | 'noRecipients';

/** The owner, view and product of a schedule. */
export type Owned = Pick<ReportSchedule, 'userId' | 'viewId' | 'productId'>;

/** Preconditions of a schedule: its owner as a current actor, and the view. */
export interface Preconditions {
  readonly owner: Actor;
  readonly view: SavedView;
}

/** Returns whether an actor may read reports of a product. */
const mayRead = (actor: Actor, productId: number): boolean =>
  allows(actor.grants.analyze, 'view') && actor.productIds.includes(productId);

/** Returns the current preconditions of a schedule, or the reason to pause it. */
export async function readPreconditions(
  db: Database,
  { userId, viewId, productId }: Owned,
): Promise<Preconditions | Exclude<PauseReason, 'byHand' | 'noRecipients'>> {
  const owner = await loadBackgroundActor(db, userId);
  if (!owner) return 'ownerGone';
  if (!mayRead(owner, productId)) return 'noRight';
  const view = await findView(db, owner, viewId);
  if (!view || view.report === null) return 'viewGone';
  return { owner, view };
}

/** A user of the company who may receive a report. */
export interface Recipient {
  readonly id: number;
  readonly label: string;
  readonly email: string;
  readonly locale: string | null;
  readonly actor: Actor;
}

/**
 * Returns the users of the company who may receive an owner's report of a product: those who may read its
 * reports themselves.
 * An agency's reports stay within the agency, and other reports don't go to agencies.
 */
export async function recipientsFor(db: Database, owner: Actor, productId: number): Promise<Recipient[]> {
  const rows = await select<{
    id: number;
    user_name: string;
    email: string;
    locale: string | null;
    role_type: number;
    agency_id: number | null;
  }>(db)`SELECT
    u.id, u.user_name, u.email, u.locale, u.role_type, u.agency_id FROM app_user u
    WHERE u.company_id = ${owner.companyId} AND u.status = 1 AND (u.role_type = ${RoleType.ADMIN} OR EXISTS
    (SELECT 1 FROM user_product p WHERE p.user_id = u.id AND p.product_id = ${productId}))
    ORDER BY u.user_name, u.id`;
  const candidates = rows.filter(({ role_type: role, agency_id: agency }) =>
    owner.role === RoleType.AGENCY
      ? role === RoleType.AGENCY && agency === owner.agencyId
      : role !== RoleType.AGENCY,
  );
  const recipients = await Promise.all(
    candidates.map(async ({ id, user_name: label, email, locale }): Promise<Recipient | null> => {
      const actor = await loadBackgroundActor(db, id);
      return actor && mayRead(actor, productId) ? { id, label, email, locale, actor } : null;
    }),
  );
  return recipients.filter((one) => one !== null);
}
