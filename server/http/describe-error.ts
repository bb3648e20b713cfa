import { innermost } from '../db/transient-error';
import { asError } from '../platform/errors';

/** Error as a log line shows it. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly errno?: number;
  /** Text of the failed statement, with placeholders for its values. */
  readonly statement?: string;
  readonly cause?: DescribedError;
}

const MAX_STATEMENT = 300;
const MAX_CAUSES = 4;

/** Names of the schema at the end of a server's message; all before them can be a value. */
const SCHEMA_NAMES =
  /(?:for key '[\w.]+'|column [`'][\w.`']+(?: at row \d+)?|Table '[\w.$-]+' doesn't exist)$/;

const ADDRESS = /[^\s<>()"',;:]+@[^\s<>()"',;:]+/g;

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Shortens a statement and hides the texts written into it. */
const withoutTexts = (sql: string): string =>
  sql
    .replace(/'(?:[^'\\]|\\.|'')*'?/g, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, MAX_STATEMENT);

/** Returns the message without values of statements, parts of parsed texts and mail addresses. */
function withoutValues(error: Error, code: string | undefined): string {
  // A refused connection names the account; it runs no statement.
  if ('sqlMessage' in error && !('fatal' in error && error.fatal)) {
    const names = SCHEMA_NAMES.exec(textIn(error.sqlMessage) ?? '')?.[0];
    return [code ?? 'database error', ...(names ? [names] : [])].join(': ');
  }
  const text =
    error instanceof SyntaxError ? error.message.replace(/, ".*" is not/s, ' is not') : error.message;
  return text.replace(ADDRESS, '…');
}

/** Returns the frames of a stack, which repeats the message in front of them. */
const framesOf = ({ stack = '' }: Error): string => stack.match(/^ {4}at .*$/gm)?.join('\n') ?? '';

/**
 * Describes an error for the log. It names what it shows, because drivers attach statements with their values:
 * no line of the log holds personal data.
 */
export function describeError(thrown: unknown, depth = 0): DescribedError {
  const error = asError(thrown);
  const driver = 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
  const { errno, errcode = errno, code } = innermost(driver);
  const statement = 'query' in error ? textIn(error.query) : undefined;
  return {
    type: error.name,
    message: withoutValues(driver, code),
    stack: framesOf(error),
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errno: errcode }),
    ...(statement !== undefined && { statement: withoutTexts(statement) }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}
