import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { hashPassword, requirePassword } from '../auth/passwords';
import { runCommand } from './command';
import { createUser, parseUserOptions } from './user/create-user';

/** Reads the password from standard input without its last newline, or generates one. */
const choosePassword = async (fromStdin: boolean): Promise<string> => {
  if (!fromStdin) return randomBytes(12).toString('base64url');
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  requirePassword(given);
  return given;
};

/** `npm run user -- create ...`: creates the first user of a production installation. */
void runCommand({
  createsDatabase: true,
  options: parseUserOptions,
  async run(options, db) {
    const password = await choosePassword(options.passwordFromStdin);
    const passwordHash = await hashPassword(password);
    const created = await db.write((tx) => createUser(tx, options, passwordHash));
    if (!options.passwordFromStdin) console.log(`Password (shown only now): ${password}`);
    console.log(JSON.stringify(created));
    return 0;
  },
});
