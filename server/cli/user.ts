import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { hashPassword, requirePassword } from '../auth/passwords';
import { runCommand, type Command } from './command';
import { ALLOW_PASSWORDS, allowPasswords, parseAllowOptions } from './user/allow-passwords';
import { createUserWithKey, parseUserOptions } from './user/create-user';
import { parseResetOptions, RESET_SECOND_FACTOR, resetSecondFactor } from './user/reset-second-factor';

/** Reads the password from standard input without its last newline, or generates one. */
const choosePassword = async (fromStdin: boolean): Promise<string> => {
  if (!fromStdin) return randomBytes(12).toString('base64url');
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  requirePassword(given);
  return given;
};

/** `npm run user -- create ...`: creates the first user of a production installation. */
const create: Command<ReturnType<typeof parseUserOptions>> = {
  createsDatabase: true,
  options: parseUserOptions,
  async run(options, db) {
    const password = await choosePassword(options.passwordFromStdin);
    const passwordHash = await hashPassword(password);
    const created = await db.write((tx) => createUserWithKey(tx, options, passwordHash));
    if (!options.passwordFromStdin) console.log(`Password (shown only now): ${password}`);
    console.log(JSON.stringify(created));
    return 0;
  },
};

/** `npm run user -- reset-second-factor ...`: lets a user who lost their phone sign in again. */
const reset: Command<string> = {
  options: parseResetOptions,
  async run(email, db) {
    await db.write((tx) => resetSecondFactor(tx, email));
    console.log(`${email} signs in with the password alone now.`);
    return 0;
  },
};

/** `npm run user -- allow-passwords ...`: lets a company whose identity provider fails sign in again. */
const allow: Command<string> = {
  options: parseAllowOptions,
  async run(company, db) {
    await db.write((tx) => allowPasswords(tx, company));
    console.log(`${company}: users sign in with their passwords again.`);
    return 0;
  },
};

void (process.argv[2] === RESET_SECOND_FACTOR
  ? runCommand(reset)
  : process.argv[2] === ALLOW_PASSWORDS
    ? runCommand(allow)
    : runCommand(create));
