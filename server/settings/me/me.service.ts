import { rightKeys, type Right, type RightKey } from '../../../shared/catalog';
import type { Day } from '../../../shared/domain/calendar';
import { createMatcher } from '../../../shared/format';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { factorSince } from '../../auth/second-factor/factor-since';
import { factorDueDay, type RequirementRow } from '../../auth/second-factor/requirement';
import { requireProduct } from '../../auth/permissions';
import { select, sql } from '../../db/statements';
import { allOf, oneOf, type Condition } from '../../db/condition';
import { tableOf, visible, type VisibleKind } from '../../records/visibility';
import type { Database } from '../../db/database';

/** An option to choose from. */
export interface Selection {
  readonly id: number;
  readonly label: string;
  readonly sequence?: number;
  /** Products only: the first day of the week, 0 Sunday or 1 Monday. */
  readonly weekStart?: number;
  /** Products only: the first Tokyo day with report data; null if there is none. */
  readonly firstDay?: number | null;
}

/** Names of the lists of options. */
export type SelectionName =
  'product' | 'agency' | 'ad' | 'redirect' | 'asp' | 'cvSetting' | 'adCategory' | 'adType';

/** Limits a long list of options; without any of these, all are returned. */
export interface OptionQuery {
  /** Words of the name. */
  readonly search?: string | null;
  readonly ids?: readonly number[] | null;
  /** Returns only this many, newest first. */
  readonly limit?: number | null;
}

/** Maximum number of ids or options per request. */
const MAX_OPTIONS = 1000;

/** Validates the request. @throws BAD_USER_INPUT */
function requireValid({ ids, limit }: OptionQuery): void {
  if (ids && ids.length > MAX_OPTIONS)
    throw badInput({ ids: { key: 'tooMany', params: { count: MAX_OPTIONS } } });
  if (limit == null) return;
  if (limit < 1) throw badInput({ limit: { key: 'minValue', params: { min: 1 } } });
  if (limit > MAX_OPTIONS) throw badInput({ limit: { key: 'maxValue', params: { max: MAX_OPTIONS } } });
}

/** The signed-in user's profile in the console. */
export interface Profile {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly roleType: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly agencyId: number | null;
  readonly lastLogin: Date | null;
  /** Tokyo day from which the user can't sign in without a second factor; null if they have one or need none. */
  readonly secondFactorDue: Day | null;
  readonly rights: ReadonlyArray<{ readonly menu: RightKey; readonly level: Right }>;
}

interface ProfileRow extends RequirementRow {
  user_name: string;
  email: string;
  last_login: number | string | null;
  div_name: string;
  factor_since: number | string | null;
  /** Set if the session began at an identity provider, which is responsible for the second factor. */
  family: string | null;
}

const PRODUCT_MORE =
  ', e.week_start AS weekStart, (SELECT MIN(f.day) FROM figure_version f WHERE f.product_id = e.id) AS firstDay';

/** Reads the signed-in user's profile, and the options of the console's selections. */
export class MeService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  async profile(actor: Actor): Promise<Profile> {
    const [user] = await select<ProfileRow>(this.db)`SELECT u.user_name, u.email, u.role_type, u.last_login,
      c.div_name, ${sql(factorSince('u.id'))} AS factor_since, p.factor_roles, p.factor_from, s.family
      FROM app_user u JOIN company c ON c.id = u.company_id
      LEFT JOIN provider_session s ON s.family = ${actor.family}
      LEFT JOIN sign_in_policy p ON p.company_id = u.company_id WHERE u.id = ${actor.userId}`;
    if (!user) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
    return {
      userId: actor.userId,
      userName: user.user_name,
      email: user.email,
      roleType: actor.role,
      companyId: actor.companyId,
      companyName: user.div_name,
      agencyId: actor.agencyId,
      lastLogin: user.last_login === null ? null : new Date(Number(user.last_login)),
      secondFactorDue:
        user.factor_since === null && user.family === null ? factorDueDay(user, this.now()) : null,
      rights: rightKeys.map((menu) => ({ menu, level: actor.grants[menu].right })),
    };
  }

  /**
   * Returns the readers of all lists of options, of one product or all; every role may use them.
   * Each list is read on request, and some can be limited to certain names.
   */
  selections(
    actor: Actor,
    productId: number | null,
  ): Record<SelectionName, (query?: OptionQuery) => Promise<Selection[]>> {
    if (productId !== null) requireProduct(actor, productId);
    const names = (kind: VisibleKind, label: string, more?: string) => (query?: OptionQuery) =>
      this.select(tableOf(kind), label, visible(actor, kind, productId), more, query);
    return {
      product: () =>
        this.select('product', 'e.product_name', [oneOf('e.id', actor.productIds)], PRODUCT_MORE),
      agency: names('agency', 'e.agency_name'),
      ad: names('ad', 'e.ad_name'),
      // A redirect has no name: use its ad's name with the redirect's number.
      redirect: names('redirect', "CONCAT((SELECT a.ad_name FROM ad a WHERE a.id = e.ad_id), ' #', e.id)"),
      asp: names('asp', 'e.asp_name'),
      cvSetting: names('cvSetting', 'e.title'),
      adCategory: names('adCategory', 'e.title'),
      adType: names('adType', 'e.title', ', e.sequence AS sequence'),
    };
  }

  /** Compares names here as settings lists do, because the databases fold width and case differently. */
  private async select(
    table: string,
    label: string,
    conditions: readonly Condition[],
    more = '',
    query: OptionQuery = {},
  ): Promise<Selection[]> {
    requireValid(query);
    const { search, ids, limit } = query;
    const { sql, params } = allOf(ids ? [...conditions, oneOf('e.id', ids)] : conditions);
    const words = search?.trim() ?? '';
    const [order, limitSql] = limit == null ? ['', ''] : [' DESC', words === '' ? ` LIMIT ${limit}` : ''];
    const rows = await this.db.read<Selection>(
      `SELECT e.id AS id, ${label} AS label${more} FROM ${table} e WHERE ${sql} ORDER BY e.id${order}${limitSql}`,
      params,
    );
    if (words === '') return rows;
    const matches = createMatcher(words);
    return rows.filter((row) => matches(row.label)).slice(0, limit ?? undefined);
  }
}
