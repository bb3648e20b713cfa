import { parseArgs } from 'node:util';
import { RoleType } from '../../../shared/catalog';
import { settingRules, validate } from '../../../shared/settings';
import { entriesOf } from '../../../shared/records';
import type { Tx } from '../../db/database';
import { newApiKey } from '../../auth/machine-tokens';
import { ApiKey } from '../../auth/auth.entities';
import { createUser, NewUserError, recordCreated, type NewUser } from '../../settings/user/create-user';
import { CommandError, parseCommandLine } from '../command';
import { commandContext } from './command-context';

const USAGE = `npm run user -- create --email E --role ${Object.keys(RoleType).join('|')} [--company NAME] [--product NAME] [--agency NAME] [--name NAME] [--password-stdin]`;

interface UserOptions extends NewUser {
  readonly passwordFromStdin: boolean;
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
export const createUserWithKey = async (
  tx: Tx,
  options: UserOptions,
  passwordHash: string,
): Promise<CreatedUser> => {
  const contextOf = (companyId: number) => commandContext(tx, companyId);
  const { userId, companyId, productId, cvSettingId } = await createUser(
    tx,
    options,
    passwordHash,
    contextOf,
  ).catch((error: unknown) => {
    throw error instanceof NewUserError
      ? new CommandError(error.message, error.option === 'email' ? 1 : undefined)
      : error;
  });
  const { secret, keyHash, prefix } = newApiKey();
  const name = `初期設定（${options.email}）`.slice(0, 255);
  const { id } = await tx.manager.save(Object.assign(new ApiKey(), { productId, name, keyHash, prefix }));
  const after = { name, prefix };
  await recordCreated(contextOf(companyId), [
    { entity: 'apiKey', entityId: id, productId, label: name, after },
  ]);
  return {
    user_id: userId,
    company_id: companyId,
    product_id: productId,
    cv_setting_id: cvSettingId,
    api_key: secret,
  };
};
