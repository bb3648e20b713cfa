import { CvCondition, CvType, RoleType } from '../../../shared/catalog';
import { emailKey } from '../../auth/auth.service';
import type { Tx } from '../../db/database';
import { recordChange, type AuditEntry, type Author, type WriteContext } from '../../records/audit/record';
import { Agency } from '../agency';
import { Company } from '../company';
import { CvSetting } from '../cv-setting';
import { Product } from '../product/product.entity';
import { User, UserProduct } from './user.entity';

/** A user to create outside the settings screens, and the names of what they need. */
export interface NewUser {
  readonly email: string;
  readonly role: RoleType;
  readonly name: string;
  readonly company?: string | undefined;
  readonly product?: string | undefined;
  readonly agency?: string | undefined;
}

/** Why a user can't be created; `option` names what is wrong. */
export class NewUserError extends Error {
  constructor(
    readonly option: 'email' | 'company' | 'product' | 'agency',
    reason: string,
  ) {
    super(`--${option}: ${reason}`);
  }
}

const newRow = <T extends object>(type: new () => T, fields: Partial<T>): T =>
  Object.assign(new type(), fields);

const DEFAULT_NAME = 'Main';

/** Returns the row with the given name, or the only row if no name is given. Undefined means to create it. */
const findNamed = <T>(
  rows: T[],
  nameOf: (row: T) => string,
  name: string | undefined,
  option: NewUserError['option'],
): T | undefined => {
  const matches = name === undefined ? rows : rows.filter((row) => nameOf(row) === name);
  if (matches.length > 1) throw new NewUserError(option, 'several match; give a unique name');
  return matches[0];
};

/** Created records for the audit trail. */
type CreatedRecords = Pick<AuditEntry, 'entity' | 'entityId' | 'productId' | 'label' | 'after'>[];

/** Records created rows in the audit trail. */
export const recordCreated = async (
  writing: WriteContext<Author>,
  created: CreatedRecords,
): Promise<void> => {
  for (const one of created)
    await recordChange(writing, { ...one, action: 'create', version: 1, before: {} });
};

const companyOf = async ({ manager }: Tx, options: NewUser, created: CreatedRecords): Promise<number> => {
  const existing = findNamed(await manager.find(Company), (row) => row.divName, options.company, 'company');
  if (existing) return existing.id;
  const { id, divName: label } = await manager.save(
    newRow(Company, { divName: options.company ?? DEFAULT_NAME, picEmail: options.email }),
  );
  created.push({
    entity: 'company',
    entityId: id,
    productId: null,
    label,
    after: { divName: label, picEmail: options.email },
  });
  return id;
};

const productOf = async (
  { manager }: Tx,
  companyId: number,
  options: NewUser,
  created: CreatedRecords,
): Promise<number> => {
  const rows = await manager.find(Product, { where: { companyId } });
  const existing = findNamed(rows, (row) => row.productName, options.product, 'product');
  if (existing) return existing.id;
  const { id, productName: label } = await manager.save(
    newRow(Product, { companyId, productName: options.product ?? DEFAULT_NAME }),
  );
  created.push({ entity: 'product', entityId: id, productId: id, label, after: { productName: label } });
  return id;
};

const agencyOf = async (
  { manager }: Tx,
  companyId: number,
  name: string | undefined,
  created: CreatedRecords,
): Promise<number | null> => {
  if (name === undefined) return null;
  const rows = await manager.find(Agency, { where: { companyId } });
  const existing = findNamed(rows, (row) => row.agencyName, name, 'agency');
  if (existing) return existing.id;
  const { id } = await manager.save(newRow(Agency, { companyId, agencyName: name }));
  created.push({ entity: 'agency', entityId: id, productId: null, label: name, after: { agencyName: name } });
  return id;
};

/**
 * Returns the product's first LAST setting. Creates one in slot 1 if missing, so conversions can be recorded
 * at once.
 */
const cvSettingOf = async ({ manager }: Tx, productId: number, created: CreatedRecords): Promise<number> => {
  const [first] = await manager.find(CvSetting, {
    where: { productId, cvType: CvType.LAST_CV },
    order: { cvSlot: 'ASC' },
  });
  if (first) return first.id;
  const facts = { title: 'CV', cvType: CvType.LAST_CV, cvSlot: 1, cvCondition: CvCondition.BUTTON_CLICK };
  const { id } = await manager.save(newRow(CvSetting, { productId, ...facts }));
  created.push({ entity: 'cvSetting', entityId: id, productId, label: facts.title, after: facts });
  return id;
};

/** Ids of a new user and of what belongs to them. */
export interface CreatedUser {
  readonly userId: number;
  readonly companyId: number;
  readonly productId: number;
  readonly cvSettingId: number;
}

/**
 * Creates a user, and company, product, CV setting and agency if missing.
 * @param contextOf returns the context of the audit trail for a company
 * @throws NewUserError if the email is taken or a name is ambiguous; then nothing is created
 */
export const createUser = async (
  tx: Tx,
  options: NewUser,
  passwordHash: string,
  contextOf: (companyId: number) => WriteContext<Author>,
): Promise<CreatedUser> => {
  const { manager } = tx;
  const address = emailKey(options.email);
  if (await manager.existsBy(User, { emailKey: address }))
    throw new NewUserError('email', `${options.email} is taken`);
  const created: CreatedRecords = [];
  const companyId = await companyOf(tx, options, created);
  const productId = await productOf(tx, companyId, options, created);
  const cvSettingId = await cvSettingOf(tx, productId, created);
  const agencyId = await agencyOf(tx, companyId, options.agency, created);
  const facts = { userName: options.name, email: options.email, roleType: options.role };
  const { id: userId } = await manager.save(
    newRow(User, { companyId, agencyId, ...facts, emailKey: address, passwordHash }),
  );
  if (options.role !== RoleType.ADMIN) await manager.save(newRow(UserProduct, { userId, productId }));
  const after = { ...facts, agencyId };
  created.push({ entity: 'user', entityId: userId, productId: null, label: options.name, after });
  await recordCreated(contextOf(companyId), created);
  return { userId, companyId, productId, cvSettingId };
};
