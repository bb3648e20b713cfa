import { parseArgs } from 'node:util';
import { RoleType, CvCondition, CvType } from '../../../shared/catalog';
import { settingRules, validate } from '../../../shared/settings';
import { entriesOf } from '../../../shared/records';
import type { Tx } from '../../db/database';
import { newRow } from '../../demo-data/settings/new-row';
import { newApiKey } from '../../auth/machine-tokens';
import { ApiKey } from '../../auth/auth.entities';
import { emailKey } from '../../auth/auth.service';
import { recordChange, type AuditEntry } from '../../records/audit/record';
import { Agency } from '../../settings/agency';
import { Company } from '../../settings/company';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import { User, UserProduct } from '../../settings/user/user.entity';
import { CommandError, parseCommandLine } from '../command';
import { commandContext } from './command-context';

const USAGE = `npm run user -- create --email E --role ${Object.keys(RoleType).join('|')} [--company NAME] [--product NAME] [--agency NAME] [--name NAME] [--password-stdin]`;

interface UserOptions {
  email: string;
  role: RoleType;
  name: string;
  company?: string | undefined;
  product?: string | undefined;
  agency?: string | undefined;
  passwordFromStdin: boolean;
}

const parse = (args: string[]) =>
  parseCommandLine(USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        role: { type: 'string' },
        name: { type: 'string' },
        company: { type: 'string' },
        product: { type: 'string' },
        agency: { type: 'string' },
        'password-stdin': { type: 'boolean', default: false },
      },
    }),
  );

/** Validates the address by the rules of the user form. */
const emailOf = (given: string | undefined): string => {
  const { values, errors } = validate({ email: settingRules.user.fields.email }, { email: given });
  if (errors.email || typeof values.email !== 'string')
    throw new CommandError('--email: must be an email address');
  return values.email;
};

const named = (name: string, value: string | undefined, longest = 255): string | undefined => {
  const text = value?.trim();
  if (value !== undefined && (!text || [...text].length > longest)) {
    throw new CommandError(`--${name}: must be 1 to ${longest} characters`);
  }
  return text;
};

/**
 * Parses the command line.
 * @throws CommandError naming the invalid option
 */
export const parseUserOptions = (args: string[]): UserOptions => {
  const { values, positionals } = parse(args);
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new CommandError(`Usage: ${USAGE}`);
  const email = emailOf(values.email);
  const known = entriesOf(RoleType).find(([name]) => name === values.role?.toUpperCase());
  if (!known) throw new CommandError(`--role: must be one of ${Object.keys(RoleType).join(', ')}`);
  const [, role] = known;
  const agency = named('agency', values.agency);
  if (role === RoleType.AGENCY && !agency)
    throw new CommandError('--agency: is required for the role AGENCY');
  if (role !== RoleType.AGENCY && agency)
    throw new CommandError('--agency: is only allowed for the role AGENCY');
  return {
    email,
    role,
    agency,
    name: named('name', values.name) ?? email.slice(0, email.indexOf('@')),
    company: named('company', values.company),
    product: named('product', values.product),
    passwordFromStdin: values['password-stdin'],
  };
};

const DEFAULT_NAME = 'Main';

/** Returns the row with the given name, or the only row if no name is given. Undefined means to create it. */
const findNamed = <T>(
  rows: T[],
  nameOf: (row: T) => string,
  name: string | undefined,
  option: string,
): T | undefined => {
  const matches = name === undefined ? rows : rows.filter((row) => nameOf(row) === name);
  if (matches.length > 1) throw new CommandError(`--${option}: several match; give a unique name`);
  return matches[0];
};

/** Created records for the audit trail. */
type CreatedRecords = Pick<AuditEntry, 'entity' | 'entityId' | 'productId' | 'label' | 'after'>[];

/** Records the created rows in the company's audit trail, with the command as author. */
const recordCreated = async (tx: Tx, companyId: number, created: CreatedRecords): Promise<void> => {
  const writing = commandContext(tx, companyId);
  for (const one of created)
    await recordChange(writing, { ...one, action: 'create', version: 1, before: {} });
};

const companyOf = async ({ manager }: Tx, options: UserOptions, created: CreatedRecords): Promise<number> => {
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
  options: UserOptions,
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

/** Last line of the command's output. */
export interface CreatedUser {
  user_id: number;
  company_id: number;
  product_id: number;
  cv_setting_id: number;
  api_key: string;
}

/**
 * Creates the user and a new API key of the product, and company, product, CV setting and agency if missing.
 * @throws CommandError if the email is taken; then nothing is created
 */
export const createUser = async (
  tx: Tx,
  options: UserOptions,
  passwordHash: string,
): Promise<CreatedUser> => {
  const { manager } = tx;
  const address = emailKey(options.email);
  if (await manager.existsBy(User, { emailKey: address }))
    throw new CommandError(`--email: ${options.email} is taken`, 1);
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
  created.push({
    entity: 'user',
    entityId: userId,
    productId: null,
    label: options.name,
    after: { ...facts, agencyId },
  });
  const { secret, keyHash, prefix } = newApiKey();
  const key = await manager.save(
    newRow(ApiKey, { productId, name: `初期設定（${options.email}）`.slice(0, 255), keyHash, prefix }),
  );
  created.push({
    entity: 'apiKey',
    entityId: key.id,
    productId,
    label: key.name,
    after: { name: key.name, prefix },
  });
  await recordCreated(tx, companyId, created);
  return {
    user_id: userId,
    company_id: companyId,
    product_id: productId,
    cv_setting_id: cvSettingId,
    api_key: secret,
  };
};
