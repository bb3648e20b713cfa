import { addDays, startOfDay, type Day } from '../../shared/domain/calendar';
import type { UnknownRecord } from '../../shared/records';
import { ARCHIVED_LOGS, type ArchivedLog, type ProductDay } from '../db/archive/archive';
import { insertRows, type Database, type Tx } from '../db/database';
import { select, sql } from '../db/statements';
import { takeTurn } from '../db/turn';
import { userAgentSql } from '../journeys/ingest/shared-user-agents';
import { monthsToStore, storeMonthsBefore } from '../rollups';
import { agingProducts, mustArchive, mustForget } from './forget-logs';

const PAGE = 5000;
/** Parts of the path, and the reference that the texts replace. */
const LEFT_OUT = new Set(['product_id', 'day', 'ua_id']);
const USER_AGENT = new Set(['ua', 'os', 'os_ver', 'browser', 'browser_ver']);

/** Returns the DuckDB types of a log's columns. */
function typesOf(db: Database, log: ArchivedLog): Record<string, string> {
  const { columns } = db.reader.getMetadata(log);
  return Object.fromEntries(
    columns
      .filter(({ databaseName }) => !LEFT_OUT.has(databaseName))
      .map(({ databaseName, type }) => {
        const name = String(type);
        return [databaseName, /char|text/.test(name) ? 'VARCHAR' : name === 'double' ? name : 'BIGINT'];
      }),
  );
}

/** Yields the rows of a day in pages. */
async function* pagesOf(
  db: Database,
  log: ArchivedLog,
  { productId, day }: ProductDay,
  columns: readonly string[],
): AsyncGenerator<UnknownRecord[]> {
  const fields = columns.map((name) =>
    USER_AGENT.has(name) ? `${userAgentSql('e', name)} AS ${name}` : name,
  );
  for (let last = { time: startOfDay(day), id: '' }; ;) {
    const rows = await select<typeof last & UnknownRecord>(db)`SELECT ${sql(fields.join(', '))}
      FROM ${sql(log)} e WHERE product_id = ${productId} AND time >= ${last.time}
      AND time < ${startOfDay(addDays(day, 1))} AND (time > ${last.time} OR id > ${last.id})
      ORDER BY time, id LIMIT ${PAGE}`;
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end;
  }
}

/** True if the files may hold data that an erasure removed from the rows while they were written. */
async function meetsErasure(tx: Tx, productId: number, since: number): Promise<boolean> {
  const rows = await select(tx)`SELECT id FROM erasure WHERE product_id = ${productId}
    AND (finished_at IS NULL OR finished_at >= ${since}) LIMIT 1`;
  return rows.length > 0;
}

/**
 * Writes the files of a product's oldest day that is due, and then records it. `ageLogs` deletes its rows in
 * batches; deleted rows are read from the files. A process that dies before the record writes the same files
 * again.
 * @param confirm throws if another process took over
 * @returns undefined without a day to archive, false if it must wait
 */
export async function archiveDay(
  db: Database,
  productId: number,
  today: Day,
  confirm: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<boolean | undefined> {
  const aging = (await agingProducts(db.readOnlyTx, today)).find((each) => each.productId === productId);
  if (!aging || mustForget(aging) || !mustArchive(aging) || aging.oldest <= aging.archived) return undefined;
  const productDay = { productId, day: aging.oldest };
  const after = addDays(aging.oldest, 1);
  await storeMonthsBefore(db, productId, after);
  const startedAt = Date.now();
  for (const log of ARCHIVED_LOGS) {
    const types = typesOf(db, log);
    await db.archive.write(log, productDay, types, pagesOf(db, log, productDay, Object.keys(types)));
  }
  return db.write(async (tx) => {
    await takeTurn(tx, `erasure:${productId}`);
    await confirm(tx);
    if (await meetsErasure(tx, productId, startedAt)) return false;
    // The journeys of the month changed in the meantime.
    if ((await monthsToStore(tx, productId, after)).length > 0) return false;
    const columns = ['product_id', 'day', 'interaction_until', 'access_until'];
    await insertRows(tx, 'archived_day', columns, [[productId, productDay.day, 0, 0]]);
    return true;
  });
}
