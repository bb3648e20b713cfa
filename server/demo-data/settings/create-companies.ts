import type { Tx } from '../../db/database';
import { Alert } from '../../settings/alert';
import { CustomMeasure } from '../../settings/custom-measure';
import { Agency } from '../../settings/agency';
import { Company } from '../../settings/company';
import { User, UserProduct } from '../../settings/user/user.entity';
import { AlertCondition, AlertScope, CustomMeasureUnit, RoleType } from '../../../shared/catalog';
import { accounting, otherCompanyProduct, serum } from '../catalog/other-products';
import { herbTea } from '../catalog/herb-tea';
import { type CreatedProduct, createProduct } from './create-product';
import { createViews } from './create-views';
import { newRow } from './new-row';
import { AnalyzeSetting } from '../../settings/analyze-setting/analyze-setting.entity';

/**
 * Stores the company's first custom item: cost and return of each ad network in three months. The other items
 * stay empty.
 */
async function createCustomItem(tx: Tx, companyId: number): Promise<void> {
  const settings = {
    columns: ['ad_cost', 'cv_total_final', 'cpa', 'amount_sum', 'roas', 'profit'],
    axes: ['asp'],
    period: 'd90',
    comparison: 'previous',
    sort: '-profit',
    chart: 'bar',
  };
  await tx.manager.save(
    newRow(AnalyzeSetting, {
      companyId,
      userId: null,
      ownerKey: 0,
      item: 1,
      title: 'ASP別の採算',
      settings: JSON.stringify(settings),
    }),
  );
}

/** Password of every demo account. */
export const DEMO_PASSWORD = 'Password1!';

/** Accounts of the demo, in the order of the sign-in screen. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@example.com', name: '山田 太郎', role: RoleType.ADMIN },
  { email: 'manager@example.com', name: '佐藤 花子', role: RoleType.MANAGER },
  { email: 'analyst@example.com', name: '鈴木 一郎', role: RoleType.ANALYST },
  { email: 'agency@example.com', name: '高橋 美咲（アドグロース）', role: RoleType.AGENCY },
] as const;

const AGENCIES = ['株式会社アドグロース', 'ミナト広告社'];

interface NewUser {
  companyId: number;
  agencyId?: number | undefined;
  email: string;
  name: string;
  role: number;
  /** Products of a user who is not an ADMIN. */
  productIds: number[];
}

const createUser = async (tx: Tx, passwordHash: string, user: NewUser): Promise<number> => {
  const stored = await tx.manager.save(
    newRow(User, {
      companyId: user.companyId,
      agencyId: user.agencyId ?? null,
      userName: user.name,
      email: user.email,
      emailKey: user.email.toLowerCase(),
      roleType: user.role,
      passwordHash,
    }),
  );
  await tx.manager.save(
    user.productIds.map((productId) => newRow(UserProduct, { userId: stored.id, productId })),
  );
  return stored.id;
};

/** Stores a custom measure shared with the company, and an alert. */
const createAlert = async (
  tx: Tx,
  { companyId, userId, productId }: { companyId: number; userId: number; productId: number },
): Promise<void> => {
  await tx.manager.save(
    newRow(CustomMeasure, {
      companyId,
      userId,
      title: 'PV/クリック',
      numerators: 'pv_count',
      denominator: 'ad_click_count',
      unit: CustomMeasureUnit.RATIO,
      shared: true,
    }),
  );
  await tx.manager.save(
    newRow(Alert, {
      productId,
      title: '最終CVがいつもと違う',
      measure: 'cv_total_final',
      rule: AlertCondition.UNUSUAL,
      scope: AlertScope.PRODUCT,
      recipients: 'admin@example.com',
    }),
  );
};

const demoCompany = async (
  tx: Tx,
  passwordHash: string,
  publicUrl: string,
  now: number,
): Promise<CreatedProduct[]> => {
  const company = await tx.manager.save(
    newRow(Company, {
      divName: 'Demo',
      picName: '山田 太郎',
      picEmail: 'admin@example.com',
      tel: '03-0000-0000',
    }),
  );
  const companyId = company.id;
  const rows = await tx.manager.save(AGENCIES.map((agencyName) => newRow(Agency, { companyId, agencyName })));
  const agencies = new Map(rows.map((row) => [row.agencyName, row.id]));
  const products: CreatedProduct[] = [];
  for (const definition of [herbTea, serum, accounting]) {
    products.push(await createProduct(tx, { companyId, agencies, publicUrl }, definition));
  }
  // The third product is in no list; an ADMIN needs none.
  const listed = products.slice(0, 2).map((product) => product.productId);
  const users = new Map<number, number>();
  for (const { email, name, role } of DEMO_ACCOUNTS) {
    const id = await createUser(tx, passwordHash, {
      companyId,
      email,
      name,
      role,
      agencyId: role === RoleType.AGENCY ? rows[0]!.id : undefined,
      productIds: role === RoleType.ADMIN ? [] : listed,
    });
    users.set(role, id);
  }
  const [admin = 0, manager = 0] = [RoleType.ADMIN, RoleType.MANAGER].map((role) => users.get(role));
  await createViews(tx, {
    companyId,
    userId: admin,
    productId: listed[0] ?? 0,
    pinnedBy: [admin, manager],
    now,
  });
  await createCustomItem(tx, companyId);
  await createAlert(tx, { companyId, userId: admin, productId: listed[0] ?? 0 });
  return products;
};

const otherCompany = async (tx: Tx, passwordHash: string, publicUrl: string): Promise<CreatedProduct> => {
  const { id: companyId } = await tx.manager.save(
    newRow(Company, { divName: 'Other', picName: '田中 次郎' }),
  );
  const product = await createProduct(tx, { companyId, agencies: new Map(), publicUrl }, otherCompanyProduct);
  await createUser(tx, passwordHash, {
    companyId,
    email: 'admin@other.example',
    name: '田中 次郎',
    role: RoleType.ADMIN,
    productIds: [],
  });
  return product;
};

/**
 * Stores both companies with their users, agencies and products. The first product belongs to the demo site.
 * `passwordHash`: of DEMO_PASSWORD; `now`: epoch milliseconds.
 */
export const createCompanies = async (
  tx: Tx,
  passwordHash: string,
  publicUrl: string,
  now: number,
): Promise<CreatedProduct[]> => {
  const products = await demoCompany(tx, passwordHash, publicUrl, now);
  return [...products, await otherCompany(tx, passwordHash, publicUrl)];
};
