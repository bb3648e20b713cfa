import type { Pool, QueryError, RowDataPacket } from 'mysql2';
import { isDatabaseAway } from '../transient-error';
import type { Value } from './engine';
import type { Row } from './sqlite-driver';

/**
 * Rows of one SELECT on a connection of the pool, without what TypeORM does around a statement: that is a third of a short
 * one. A connection that fell silent is never used again.
 *
 * @param often asked again and again with other values of the same number: the server keeps the statement and answers
 *   numbers as such. Written out and read again as text they are two fifths of the heaviest statement of a report
 */
export const readRows = (pool: Pool, sql: string, params: readonly Value[], often: boolean): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    pool.getConnection((refused, connection) => {
      if (refused) return reject(refused);
      const done = (error: QueryError | null, rows: RowDataPacket[]): void => {
        if (error && isDatabaseAway(error)) connection.destroy();
        else connection.release();
        if (error) reject(error);
        else resolve(rows);
      };
      if (often)
        connection.execute<RowDataPacket[]>(
          sql,
          params.map((value) => value ?? null),
          done,
        );
      else connection.query<RowDataPacket[]>(sql, [...params], done);
    });
  });
