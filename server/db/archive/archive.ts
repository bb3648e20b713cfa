import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Day } from '../../../shared/domain/calendar';
import type { UnknownRecord } from '../../../shared/records';
import { quoted, readRows, rowsOfJson, withDuckdb } from './duckdb';

/** The logs whose old days can be archived. */
export const ARCHIVED_LOGS = ['interaction', 'access'] as const;
export type ArchivedLog = (typeof ARCHIVED_LOGS)[number];

export const isArchivedLog = (table: string): table is ArchivedLog =>
  ARCHIVED_LOGS.some((log) => log === table);

/** A product's Tokyo day. */
export interface ProductDay {
  readonly productId: number;
  readonly day: Day;
}

export interface ArchiveOptions {
  readonly dir: string;
  /** Age of the days to archive; null: none are archived. */
  readonly afterDays: number | null;
}

/** Rows of one person are neighbours, so their ids compress to almost nothing. */
const ORDER = 'ORDER BY visitor_id, time, id';
const FORMAT = '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 15, PARQUET_VERSION v2)';

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Returns the SQL that reads files of a log. Product and day are in their paths. */
export const filesSql = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(quoted).join(', ')}], hive_partitioning = true)`;

/** The folder of archived logs: one Parquet file per log, product and day. */
export class Archive {
  private readonly dir: string;
  readonly afterDays: number | null;

  constructor({ dir, afterDays }: ArchiveOptions = { dir: './data/archive', afterDays: null }) {
    this.dir = resolve(dir);
    this.afterDays = afterDays;
  }

  pathOf(log: ArchivedLog, { productId, day }: ProductDay): string {
    return join(this.dir, log, `product_id=${productId}`, `day=${day}`, 'rows.parquet');
  }

  /** Replaces a file by the rows of a SELECT. A reader or a crash sees the old file or the new one. */
  private async publish(connection: DuckDBConnection, path: string, select: string): Promise<void> {
    const draft = `${path}.draft`;
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    await connection.run(`COPY (${select} ${ORDER}) TO ${quoted(draft)} ${FORMAT}`);
    await sync(draft);
    await rename(draft, path);
    await sync(dirname(path));
  }

  /**
   * Writes the file of a log's day.
   * @param types DuckDB types by column
   */
  write(
    log: ArchivedLog,
    day: ProductDay,
    types: Readonly<Record<string, string>>,
    pages: AsyncIterable<readonly UnknownRecord[]>,
  ): Promise<void> {
    return withDuckdb(async (connection) => {
      const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`);
      await connection.run(`CREATE TEMP TABLE page (${columns.join(', ')})`);
      for await (const rows of pages)
        await connection.run(`INSERT INTO page BY NAME FROM ${rowsOfJson(types)}`, [JSON.stringify(rows)]);
      await this.publish(connection, this.pathOf(log, day), 'SELECT * FROM page');
    });
  }

  /**
   * Replaces values of some rows of a file.
   * @param changes the new values of rows, by id
   */
  replace(log: ArchivedLog, day: ProductDay, changes: readonly UnknownRecord[]): Promise<void> {
    const path = this.pathOf(log, day);
    return withDuckdb(async (connection) => {
      const names = Object.keys(changes[0] ?? {}).filter((name) => name !== 'id');
      const types = Object.fromEntries(['id', ...names].map((name) => [name, 'VARCHAR']));
      await connection.run(`CREATE TEMP TABLE change AS FROM ${rowsOfJson(types)}`, [
        JSON.stringify(changes),
      ]);
      const values = names.map(
        (name) => `CASE WHEN c.id IS NULL THEN r.${name} ELSE c.${name} END AS ${name}`,
      );
      // The file's own columns only: product and day are in its path.
      const file = `read_parquet(${quoted(path)}, hive_partitioning = false)`;
      await this.publish(
        connection,
        path,
        `SELECT r.* REPLACE (${values.join(', ')}) FROM ${file} r LEFT JOIN change c ON c.id = r.id`,
      );
    });
  }

  /** Returns the rows of visitors in the files of days. */
  async rowsOf(
    log: ArchivedLog,
    days: readonly ProductDay[],
    visitors: readonly string[],
  ): Promise<UnknownRecord[]> {
    if (days.length === 0 || visitors.length === 0) return [];
    const files = filesSql(days.map((day) => this.pathOf(log, day)));
    const sql = `SELECT * FROM ${files} WHERE visitor_id IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`;
    return withDuckdb((connection) => readRows(connection, sql, [JSON.stringify(visitors)]));
  }

  /** Deletes the files of a day. */
  async remove(day: ProductDay): Promise<void> {
    for (const log of ARCHIVED_LOGS)
      await rm(dirname(this.pathOf(log, day)), { recursive: true, force: true });
  }
}
