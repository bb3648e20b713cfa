import { dayOf, type Day } from '../../../shared/domain/calendar';

/** A user's role and company rule; null without a rule. */
export interface RequirementRow {
  role_type: number;
  factor_roles: string | null;
  factor_from: number | null;
}

/** Parses the stored roles of a rule. */
export const parseRoles = (roles: string | null): number[] => (roles ? roles.split(',').map(Number) : []);

/** Returns the Tokyo day from which the role needs a second factor, today if it does already; null if never. */
export function factorDueDay(
  { role_type: role, factor_roles: roles, factor_from: from }: RequirementRow,
  now: number,
): Day | null {
  if (!parseRoles(roles).includes(role)) return null;
  return Math.max(from ?? 0, dayOf(now));
}

/** Returns whether the role can't sign in without a second factor. */
export const isFactorDue = (row: RequirementRow, now: number): boolean =>
  factorDueDay(row, now) === dayOf(now);
