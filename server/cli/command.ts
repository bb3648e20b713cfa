import { existsSync } from 'node:fs';
import { parseDay, type Day } from '../../shared/domain/calendar';
import { Failure } from '../auth/failure';
import { ConfigError, loadCommandConfig, type Config } from '../config';
import { stepBehindVisitors } from '../backpressure/priority';
import { Database } from '../db/database';
import { makePrivate } from '../db/private-files';
import { DatabaseAwayError, isDatabaseAway } from '../db/transient-error';
import { messageOf } from '../errors';

/** A command can't go on: the message says why in one line. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 2,
  ) {
    super(message);
  }
}

/** What people type to be told how something is used; no command has an option of that name. */
const ASKS_HELP = /^Unknown option '(--help|-h)'/;

/** A command line, taken apart by `parse`. @throws CommandError with what is wrong with it, and how it is used: of who asks for that nothing is wrong */
export function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (ASKS_HELP.test(messageOf(error))) throw new CommandError(`Usage: ${usage}`, 0);
    throw new CommandError(`${messageOf(error)}\nUsage: ${usage}`);
  }
}

/** The product of `--product ID`; undefined where none is named. @throws CommandError where it is no id */
export function productOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,9}$/.test(text))
    throw new CommandError('--product: must be the id of a product');
  return text === undefined ? undefined : Number(text);
}

/** The day of an option. @throws CommandError where it is none */
export function dayOf(name: string, text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new CommandError(`--${name}: must be a day, yyyy-MM-dd`);
  return day;
}

/** What to say of an error, and whether it needs its stack to be understood. */
const sayError = (error: unknown): string => {
  if (error instanceof Failure) return Object.values(error.fields('en')).flat().join(' ') || error.message;
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  if (error instanceof DatabaseAwayError || isDatabaseAway(error))
    return `The database can't be reached: ${messageOf(error)}`;
  return (error instanceof Error && error.stack) || String(error);
};

/** A command in two steps, so that a wrong command line is told before any database is touched. */
export interface Command<Options> {
  /** Whether an embedded database is made where there is none; else its path is taken for a mistake. */
  makesDatabase?: boolean;
  options(args: string[]): Options;
  /** Answers the exit code. */
  run(options: Options, db: Database, config: Config): Promise<number>;
}

/**
 * An embedded database that is not there has nothing to compute or to load into: verify would find no difference in it.
 * @throws CommandError where there is none
 */
function requireDatabase({ database }: Config): void {
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new CommandError(`DATABASE_URL: there is no database at ${database.path}`);
}

/** Reads the command line, opens the database, brings its schema up to date, runs the command and closes. */
export const runCommand = async <Options>(command: Command<Options>): Promise<void> => {
  makePrivate();
  stepBehindVisitors();
  let db: Database | undefined;
  try {
    const options = command.options(process.argv.slice(2));
    const config = loadCommandConfig();
    if (!command.makesDatabase) requireDatabase(config);
    db = new Database(config.database, { readLimitMs: null });
    await db.connect();
    await db.migrate();
    process.exitCode = await command.run(options, db, config);
  } catch (error) {
    console.error(sayError(error));
    process.exitCode = error instanceof CommandError ? error.exitCode : 2;
  } finally {
    await db?.close();
  }
};
