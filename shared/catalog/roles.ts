import { RoleType } from './enums';
import { keysOf } from '../records';

/** Level of access to a menu. */
export type Right = 'none' | 'view' | 'edit';

/** Rights of a role in one menu. */
export interface Grant {
  readonly right: Right;
  /** 'own': only the ads of the user's agency and their data. */
  readonly scope: 'all' | 'own';
  /** Whether IP addresses, customer ids, args and other keys are masked. */
  readonly masked: boolean;
}

/** In these menus, masked roles never see personal data, however wide their right (domain.md section 7). */
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
const rightsRow = (admin: Grant, manager: Grant, analyst: Grant, agency: Grant): Row => ({
  [RoleType.ADMIN]: admin,
  [RoleType.MANAGER]: manager,
  [RoleType.ANALYST]: analyst,
  [RoleType.AGENCY]: agency,
});

const reportRights = rightsRow(VIEW, VIEW, VIEW, grant('view', 'own'));
const logRights = rightsRow(VIEW, VIEW, grant('view', 'all', true), grant('view', 'own', true));
const approvalRights = rightsRow(EDIT, EDIT, grant('view', 'all', true), grant('view', 'own', true));
const adRights = rightsRow(EDIT, EDIT, VIEW, grant('edit', 'own'));
const settingRights = rightsRow(EDIT, EDIT, VIEW, NONE);
/** Report readers can write notes. Agencies can't, because they are outside the company. */
const noteRights = rightsRow(EDIT, EDIT, EDIT, NONE);
const adminRights = rightsRow(EDIT, NONE, NONE, NONE);

/** Default rights of every role in every menu (domain.md section 7). A company can narrow or widen them. */
export const rights = {
  dashboard: reportRights,
  // Reports list individual conversions.
  analyze: logRights,
  explorer: reportRights,
  notes: noteRights,
  logs: logRights,
  cv_approve: approvalRights,
  postbacks: approvalRights,
  ads: adRights,
  redirects: adRights,
  asps: settingRights,
  cv_settings: settingRights,
  crossdomains: settingRights,
  ad_categories: settingRights,
  products: settingRights,
  api_keys: rightsRow(EDIT, EDIT, NONE, NONE),
  companies: adminRights,
  agencies: adminRights,
  users: adminRights,
  roles: adminRights,
  audit: adminRights,
  alerts: settingRights,
  // Report readers can add custom measures.
  custom_measures: rightsRow(EDIT, EDIT, EDIT, grant('edit', 'own')),
  // Report readers can plan on/off tests. Agencies read those of their own ads.
  experiments: rightsRow(EDIT, EDIT, EDIT, grant('view', 'own')),
} as const satisfies Record<string, Row>;

export type RightKey = keyof typeof rights;

/** All menus with rights, in order. */
export const rightKeys = keysOf(rights);

/** Override by a company: the right of a role in a menu. */
export interface RightOverride {
  readonly role: RoleType;
  readonly menu: RightKey;
  readonly right: Right;
}

/**
 * Returns the rights of a role in a menu, with the company's overrides. ADMIN's rights never change. Scope
 * and masks keep their defaults, and an agency only ever sees its own ads.
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

/** Returns whether a grant allows an action. */
export const allows = (granted: Pick<Grant, 'right'>, needed: Right): boolean =>
  order.indexOf(granted.right) >= order.indexOf(needed);
