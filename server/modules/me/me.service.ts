import { rightKeys, type Right, type RightKey } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { requireProduct } from '../../auth/permissions';
import { oneOf, type Condition } from '../../crud/condition';
import { tableOf, visible, type VisibleKind } from '../../crud/visibility';
import type { Database } from '../../db/database';

const MAX_NAME = 255;

/** Something to choose from. */
export interface Selection {
  readonly id: number;
  readonly label: string;
  readonly sequence?: number;
}

/** The signed-in user as the console shows them. */
export interface Profile {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly roleType: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly agencyId: number | null;
  readonly lastLogin: Date | null;
  readonly rights: ReadonlyArray<{ readonly menu: RightKey; readonly level: Right }>;
}

/** The signed-in user's own profile, and the names of what they may choose from. */
export class MeService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  async profile(actor: Actor): Promise<Profile> {
    const [user] = await this.db.read<{ user_name: string; email: string; last_login: number | string | null; div_name: string }>(
      `SELECT u.user_name, u.email, u.last_login, c.div_name
       FROM app_user u JOIN company c ON c.id = u.company_id WHERE u.id = ?`,
      [actor.userId],
    );
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
      rights: rightKeys.map((menu) => ({ menu, level: actor.grants[menu].right })),
    };
  }

  /** Changes the user's own name. */
  async rename(actor: Actor, name: string): Promise<Profile> {
    const userName = name.trim();
    if (userName === '') throw badInput({ userName: { key: 'required' } });
    if (userName.length > MAX_NAME) throw badInput({ userName: { key: 'maxLength', params: { maxLength: MAX_NAME } } });
    await this.db.write((tx) =>
      tx.execute('UPDATE app_user SET user_name = ?, updated_at = ?, version = version + 1 WHERE id = ?', [userName, this.now(), actor.userId]),
    );
    return { ...(await this.profile(actor)), userName };
  }

  /** Products that the user may open. */
  products(actor: Actor): Promise<Selection[]> {
    return this.select('product', 'product_name', [oneOf('e.id', actor.productIds)]);
  }

  /** Names of a kind that the user may see; every role may read them. */
  async names(actor: Actor, kind: VisibleKind, label: string, productId: number | null): Promise<Selection[]> {
    if (productId !== null) requireProduct(actor, productId);
    return this.select(tableOf(kind), label, visible(actor, kind, productId));
  }

  /** Redirects have no name of their own: their ad's stands for them, with their number. */
  async redirects(actor: Actor, productId: number | null): Promise<Selection[]> {
    if (productId !== null) requireProduct(actor, productId);
    const label = "CONCAT((SELECT a.ad_name FROM ad a WHERE a.id = e.ad_id), ' #', e.id)";
    return this.select('redirect', label, visible(actor, 'redirect', productId));
  }

  /** Ad types with the place (1-3) that they have on an ad. */
  async adTypes(actor: Actor, productId: number | null): Promise<Selection[]> {
    if (productId !== null) requireProduct(actor, productId);
    return this.select('ad_type', 'title', visible(actor, 'adType', productId), ', e.sequence AS sequence');
  }

  private select(table: string, label: string, conditions: readonly Condition[], more = ''): Promise<Selection[]> {
    const labelSql = label.includes('(') ? label : `e.${label}`;
    const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
    return this.db.read<Selection>(
      `SELECT e.id AS id, ${labelSql} AS label${more} FROM ${table} e WHERE ${where} ORDER BY e.id`,
      conditions.flatMap(({ params }) => params),
    );
  }
}
