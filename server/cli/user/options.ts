import { parseArgs } from 'node:util';
import { RoleType } from '../../../shared/catalog';
import { settingRules, validate } from '../../../shared/settings';
import { entriesOf } from '../../../shared/records';
import { CommandError, parseCommandLine } from '../command';

const USAGE = `npm run user -- create --email E --role ${Object.keys(RoleType).join('|')} [--company NAME] [--product NAME] [--agency NAME] [--name NAME] [--password-stdin]`;

export interface UserOptions {
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
