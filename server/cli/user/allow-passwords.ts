import { RoleType } from '../../../shared/catalog';
import { emailKey } from '../../auth/auth.service';
import { execute, select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { recordChange } from '../../records/audit/record';
import { CommandError } from '../command';
import { commandContext } from './command-context';

/** Name of the command after `npm run user --`. */
export const ALLOW_PASSWORDS = 'allow-passwords';

const USAGE = `npm run user -- ${ALLOW_PASSWORDS} COMPANY_ID|EMAIL_OF_AN_ADMIN`;

/**
 * Parses the command line and returns the company's id, or the e-mail address of one of its ADMINs.
 * @throws CommandError with the usage
 */
export const parseAllowOptions = (args: string[]): string => {
  const [command, company, ...more] = args;
  if (command !== ALLOW_PASSWORDS || !company || company.startsWith('-') || more.length > 0)
    throw new CommandError(`Usage: ${USAGE}`);
  return company;
};

interface Provider {
  company_id: number;
  version: number;
  issuer: string;
}

/**
 * Lets the users of a company sign in with passwords again, when their identity provider fails.
 * @throws CommandError if there is no such company, or passwords are on
 */
export const allowPasswords = async (tx: Tx, company: string): Promise<void> => {
  const id = /^\d{1,9}$/.test(company) ? Number(company) : await companyOf(tx, company);
  const [provider] = await select<Provider>(tx)`SELECT company_id, version, issuer FROM identity_provider
    WHERE company_id = ${id} AND passwords_off = 1`;
  if (!provider) throw new CommandError(`${company}: passwords are not off`, 1);
  const version = provider.version + 1;
  await execute(tx)`UPDATE identity_provider SET passwords_off = 0, version = ${version}
    WHERE company_id = ${id}`;
  await recordChange(commandContext(tx, id), {
    entity: 'identityProvider',
    entityId: id,
    productId: null,
    label: provider.issuer,
    action: 'update',
    version,
    before: { ssoOnly: true },
    after: { ssoOnly: false },
  });
};

async function companyOf(tx: Tx, email: string): Promise<number> {
  const [admin] = await select<{ company_id: number }>(tx)`SELECT company_id FROM app_user
    WHERE email_key = ${emailKey(email)} AND role_type = ${RoleType.ADMIN}`;
  if (!admin) throw new CommandError(`${email}: no administrator has this address`, 1);
  return admin.company_id;
}
