import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { parseDay, type Day } from '../../shared/domain/calendar';
import { Failure } from '../auth/failure';
import { ConfigError, loadCommandConfig, type Config } from '../config/config';
import { lowerPriority } from '../backpressure/traffic-load';
import type { Database } from '../db/database';
import { BackupError } from '../db/backup/backup-file';
import { productDatabase } from '../composition/open-database';
import { makePrivate } from '../db/private-files';
import { describeError } from '../http/describe-error';
import { DatabaseAwayError, isDatabaseAway } from '../db/transient-error';
import { OutdatedWriterError } from '../db/writer-gate';
import { messageOf } from '../platform/errors';

const WIDTH = 30;
const REDRAW_MS = 200;

/** A progress bar on standard error. Standard output is reserved for results. */
interface ProgressBar {
  /** @param estimate the total as it is known now */
  update(done: number, note?: string, estimate?: number): void;
  /** Draws the last state and ends the line. */
  finish(): void;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** A count of finished items at a time in seconds. */
type Reading = readonly [seconds: number, done: number];

/** The rate and the time left follow the latest readings: an average of all would hide that work slows down. */
const RECENT_SECONDS = 10;

const READING_SECONDS = 0.5;

/** Adds a reading if the last one is old enough, and drops those before the last seconds except for one. */
export const recentReadings = (readings: readonly Reading[], next: Reading): readonly Reading[] => {
  const [last] = readings.at(-1) ?? [-Infinity];
  if (next[0] - last < READING_SECONDS) return readings;
  const first = readings.findLastIndex(([seconds]) => seconds <= next[0] - RECENT_SECONDS);
  return [...readings.slice(Math.max(0, first)), next];
};

/** Formats one state of the bar: share, rate and time left of the readings. Pure, for tests. */
export const barText = (label: string, total: number, readings: readonly Reading[], note = ''): string => {
  const [began, before] = readings[0] ?? [0, 0];
  const [seconds, done] = readings.at(-1) ?? [0, 0];
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * WIDTH);
  const rate = seconds > began ? (done - before) / (seconds - began) : 0;
  const left = rate > 0 && share < 1 ? ` ${clock((total - done) / rate)} left` : ` ${clock(seconds)}`;
  const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled);
  return `${label} [${bar}] ${String(Math.floor(share * 100)).padStart(3)}% ${Math.round(rate).toLocaleString('en')}/s${left}${note && ` ${note}`}`;
};

/**
 * Creates a progress bar for `total` items. It redraws in place on a terminal, otherwise it prints a line
 * every tenth.
 */
export const progressBar = (
  label: string,
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBar => {
  const startedAt = Date.now();
  let readings: readonly Reading[] = [[0, 0]];
  let state = { done: 0, note: '', total };
  let drawnAt = 0;
  let tenth = -1;
  const reading = (): Reading => [(Date.now() - startedAt) / 1000, state.done];
  const text = (since: readonly Reading[]): string =>
    barText(label, state.total, [...since, reading()], state.note);
  const redraw = (): void => {
    if (stream.isTTY) {
      if (Date.now() - drawnAt < REDRAW_MS) return;
      drawnAt = Date.now();
      stream.write(`\r\x1b[K${text(readings)}`);
      return;
    }
    const now = Math.floor((state.done / Math.max(1, state.total)) * 10);
    if (now > tenth) stream.write(`${text(readings)}\n`);
    tenth = Math.max(tenth, now);
  };
  return {
    update(done, note = '', estimate = total) {
      state = { done, note, total: estimate };
      readings = recentReadings(readings, reading());
      redraw();
    },
    finish() {
      if (stream.isTTY) stream.write(`\r\x1b[K${text([[0, 0]])}\n`);
    },
  };
};

/** Stops a command. The message is a one-line reason. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 2,
  ) {
    super(message);
  }
}

/** Recognises a request for help; no command defines such an option. */
const HELP_OPTION = /^Unknown option '(--help|-h)'/;

/**
 * Parses a command line with `parse`.
 * @throws CommandError with the reason and the usage; exit code 0 if help was requested
 */
export function parseCommandLine<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (HELP_OPTION.test(messageOf(error))) throw new CommandError(`Usage: ${usage}`, 0);
    throw new CommandError(`${messageOf(error)}\nUsage: ${usage}`);
  }
}

/**
 * Parses the options of a command with one file and one flag.
 * @throws CommandError with the usage
 */
export function parseFileAndFlag(
  usage: string,
  args: string[],
  flag: string,
): { file: string; isSet: boolean } {
  const { values, positionals } = parseCommandLine(usage, () =>
    parseArgs({ args, allowPositionals: true, options: { [flag]: { type: 'boolean' } } }),
  );
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${usage}`);
  return { file, isSet: values[flag] === true };
}

/**
 * Parses the product of `--product ID`. Returns undefined if not given.
 * @throws CommandError for an invalid id
 */
export function parseProductOption(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,9}$/.test(text))
    throw new CommandError('--product: must be the id of a product');
  return text === undefined ? undefined : Number(text);
}

/**
 * Parses the day of an option.
 * @throws CommandError for an invalid day
 */
export function parseDayOption(name: string, text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new CommandError(`--${name}: must be a day, yyyy-MM-dd`);
  return day;
}

/** Formats an error for the terminal. Includes the stack only for unexpected errors. */
const formatError = (error: unknown): string => {
  if (error instanceof Failure) return Object.values(error.fields('en')).flat().join(' ') || error.message;
  const expected = [CommandError, ConfigError, BackupError, OutdatedWriterError];
  if (expected.some((kind) => error instanceof kind)) return messageOf(error);
  if (error instanceof DatabaseAwayError || isDatabaseAway(error))
    return `The database can't be reached: ${messageOf(error)}`;
  const { message, stack } = describeError(error);
  return [message, stack].filter(Boolean).join('\n');
};

/** A command in two steps, so that options are validated before the database opens. */
export interface Command<Options> {
  /** True to create a missing embedded database; otherwise the path is taken for a mistake. */
  createsDatabase?: boolean;
  /** False if it neither reads nor migrates the database; `run` then gets one that is not connected. */
  opensDatabase?: false;
  options(args: string[]): Options;
  /** Runs the command and returns the exit code. */
  run(options: Options, db: Database, config: Config): Promise<number>;
}

/**
 * Rejects a missing embedded database. Most commands need existing data: verify would find no difference in
 * an empty one.
 * @throws CommandError if it doesn't exist
 */
export function requireDatabase({ database }: Config): void {
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new CommandError(`DATABASE_URL: there is no database at ${database.path}`);
}

/** Parses the command line, opens the database, migrates its schema, runs the command and closes it. */
export const runCommand = async <Options>(command: Command<Options>): Promise<void> => {
  makePrivate();
  lowerPriority();
  let db: Database | undefined;
  try {
    const options = command.options(process.argv.slice(2));
    const config = loadCommandConfig();
    db = productDatabase(config.database, { readLimitMs: null, archive: config.archive });
    if (command.opensDatabase !== false) {
      if (!command.createsDatabase) requireDatabase(config);
      await db.connect();
      await db.migrate(() => console.error('Waiting for another process that migrates the database ...'));
    }
    process.exitCode = await command.run(options, db, config);
  } catch (error) {
    console.error(formatError(error));
    process.exitCode = error instanceof CommandError ? error.exitCode : 2;
  } finally {
    await db?.close();
  }
};
