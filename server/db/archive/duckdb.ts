import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { UnknownRecord } from '../../../shared/records';
import { errorCode, messageOf } from '../../platform/errors';
import { ReadTimeLimitError } from '../transient-error';

/** An archived log that cannot be read or written. */
export class ArchiveError extends Error {
  /** @param subject the file, or the package that is not installed */
  constructor(
    readonly subject: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${subject}: ${problem}`, options);
  }
}

const READ_OR_WRITE = 'the file is missing, damaged or cannot be written';
const PACKAGE = '@duckdb/node-api';
/** Tracking keeps a core and the memory of a small machine. */
const SETTINGS = {
  threads: '2',
  memory_limit: '1GB',
  temp_directory: join(tmpdir(), 'inflow-archive'),
  default_null_order: 'nulls_first_on_asc_last_on_desc',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

let instance: Promise<DuckDBInstance> | undefined;

async function open(): Promise<DuckDBInstance> {
  try {
    const { DuckDBInstance: duckdb } = await import('@duckdb/node-api');
    const created = await duckdb.create(':memory:', SETTINGS);
    await (await created.connect()).run('SET GLOBAL parquet_metadata_cache = true');
    return created;
  } catch (error) {
    instance = undefined;
    if (!['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(errorCode(error) ?? '')) throw error;
    throw new ArchiveError(PACKAGE, 'the package is not installed');
  }
}

/** Runs statements on one connection. The package is optional, so it is loaded on first use. */
export async function withDuckdb<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const connection = await (await (instance ??= open())).connect();
  try {
    return await work(connection);
  } catch (error) {
    if (/INTERRUPT/.test(messageOf(error))) throw new ReadTimeLimitError();
    const [file] = /\w+\/product_id=\d+\/day=\d+/.exec(messageOf(error)) ?? [];
    throw file === undefined ? error : new ArchiveError(file, READ_OR_WRITE, { cause: error });
  } finally {
    connection.closeSync();
  }
}

const plainNumber = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** Returns the rows of a SELECT. */
export async function readRows(
  connection: DuckDBConnection,
  sql: string,
  params: readonly (string | number | null)[] = [],
): Promise<UnknownRecord[]> {
  const { BIGINT, DOUBLE, VARCHAR } = await import('@duckdb/node-api');
  // By itself, the driver binds numbers as DOUBLE, which functions of texts refuse.
  const values = params.map((value) => (Number.isInteger(value) ? BigInt(value ?? 0) : value));
  const types = values.map((value) =>
    typeof value === 'bigint' ? BIGINT : typeof value === 'number' ? DOUBLE : VARCHAR,
  );
  const result = await connection.runAndReadAll(sql, values, types);
  return result
    .getRowObjectsJS()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainNumber(value)])));
}

/** Quotes a text of a statement. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns a subquery of the rows in a JSON parameter. @param types types by column */
export const rowsOfJson = (types: Readonly<Record<string, string>>): string =>
  `(SELECT unnest(from_json(?, ${quoted(JSON.stringify([types]))}), recursive := true))`;
