import { parseArgs } from 'node:util';
import { emailKey } from '../../auth/auth.service';
import { select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { recordSecondFactor, removeSecondFactor } from '../../settings/user/second-factor-records';
import { CommandError, parseCommandLine } from '../command';
import { commandContext } from './command-context';

/** Name of the command after `npm run user --`. */
export const RESET_SECOND_FACTOR = 'reset-second-factor';

const USAGE = `npm run user -- ${RESET_SECOND_FACTOR} --email E`;

/**
 * Parses the command line and returns the user's e-mail address.
 * @throws CommandError with the usage
 */
export const parseResetOptions = (args: string[]): string => {
  const { values, positionals } = parseCommandLine(USAGE, () =>
    parseArgs({ args, allowPositionals: true, options: { email: { type: 'string' } } }),
  );
  if (positionals.length !== 1 || !values.email) throw new CommandError(`Usage: ${USAGE}`);
  return values.email;
};

/**
 * Turns off the second factor of a user. The last administrator has no other way in.
 * @throws CommandError if there is no such user, or they have no second factor
 */
export const resetSecondFactor = async (tx: Tx, email: string): Promise<void> => {
  const [user] = await select<{ id: number; company_id: number; user_name: string }>(tx)`SELECT id,
    company_id, user_name FROM app_user WHERE email_key = ${emailKey(email)}`;
  if (!user) throw new CommandError(`--email: no user has ${email}`, 1);
  if (!(await removeSecondFactor(tx, user.id))) throw new CommandError(`${email} has no second factor`, 1);
  await recordSecondFactor(commandContext(tx, user.company_id), user, false);
};
