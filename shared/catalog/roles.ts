import { RoleType } from './enums';
import { keysOf } from '../records';

/** How far a role may go with a menu. */
export type Right = 'none' | 'view' | 'edit';

/** What a role may do in one menu. */
export interface Grant {
  readonly right: Right;
  /** 'own': only the ads of the user's agency and what hangs on them. */
  readonly scope: 'all' | 'own';
  /** Whether addresses, customer ids, args and other keys are masked. */
  readonly masked: boolean;
}

/** What roles that are masked see nothing of who a visitor or a user is in, however wide their right. */
const maskedRoles: ReadonlySet<RoleType> = new Set([RoleType.ANALYST, RoleType.AGENCY]);
const maskedMenus: ReadonlySet<string> = new Set(['analyze', 'logs', 'cv_approve', 'postbacks', 'audit']);

const grant = (right: Right, scope: Grant['scope'] = 'all', masked = false): Grant => ({
  right,
  scope,
  masked,
});
const NONE = grant('none');
const VIEW = grant('view');
const EDIT = grant('edit');

type Row = Readonly<Record<RoleType, Grant>>;
const row = (admin: Grant, manager: Grant, analyst: Grant, agency: Grant): Row => ({
  [RoleType.ADMIN]: admin,
  [RoleType.MANAGER]: manager,
  [RoleType.ANALYST]: analyst,
  [RoleType.AGENCY]: agency,
});

const reading = row(VIEW, VIEW, VIEW, grant('view', 'own'));
const logs = row(VIEW, VIEW, grant('view', 'all', true), grant('view', 'own', true));
const approving = row(EDIT, EDIT, grant('view', 'all', true), grant('view', 'own', true));
const placing = row(EDIT, EDIT, VIEW, grant('edit', 'own'));
const setting = row(EDIT, EDIT, VIEW, NONE);
/** Who looks at figures writes down what explains them; an agency is none of the company's own. */
const noting = row(EDIT, EDIT, EDIT, NONE);
const administering = row(EDIT, NONE, NONE, NONE);

/** The rights of every role in every menu, as shipped; a company may narrow or widen them. */
export const rights = {
  dashboard: reading,
  // Conversions stand in its reports one by one.
  analyze: logs,
  explorer: reading,
  notes: noting,
  logs,
  cv_approve: approving,
  postbacks: approving,
  ads: placing,
  redirects: placing,
  asps: setting,
  cv_settings: setting,
  crossdomains: setting,
  ad_categories: setting,
  products: setting,
  api_keys: row(EDIT, EDIT, NONE, NONE),
  companies: administering,
  agencies: administering,
  users: administering,
  roles: administering,
  audit: administering,
  alerts: setting,
  // Whoever reads reports may add ratios of their own to them.
  custom_measures: row(EDIT, EDIT, EDIT, grant('edit', 'own')),
} as const satisfies Record<string, Row>;

export type RightKey = keyof typeof rights;

/** All menus that rights are given for, in order. */
export const rightKeys = keysOf(rights);

/** What a company changed: the right of a role in a menu. */
export interface RightOverride {
  readonly role: RoleType;
  readonly menu: RightKey;
  readonly right: Right;
}

/**
 * What a role may do in a menu, with the company's overrides. ADMIN's own rights never change; scope
 * and masks stay as shipped, and an agency stays with its own ads however wide its right is made.
 */
export function grantOf(menu: RightKey, role: RoleType, overrides: readonly RightOverride[] = []): Grant {
  const shipped: Grant = rights[menu][role];
  if (role === RoleType.ADMIN) return shipped;
  const override = overrides.find((one) => one.role === role && one.menu === menu);
  if (!override) return shipped;
  const scope = role === RoleType.AGENCY ? 'own' : shipped.scope;
  const masked = maskedRoles.has(role) && maskedMenus.has(menu);
  return { right: override.right, scope, masked };
}

const order: readonly Right[] = ['none', 'view', 'edit'];

/** Whether a grant reaches what an action needs. */
export function allows(granted: Pick<Grant, 'right'>, needed: Right): boolean {
  return order.indexOf(granted.right) >= order.indexOf(needed);
}
