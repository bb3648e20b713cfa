import { z } from 'zod';
import { insertRows, type Tx } from '../db/database';
import { execute, select, sql } from '../db/statements';
import { signKey } from '../journeys/ingest/click-keys';
import { erasedName, newErased, ownDigests, type ContactLog } from '../journeys/privacy/persons';
import { readJson } from '../db/columns';
import { type Persons, countLogs, OF_PERSON, storedCounts } from './subject';
import { countArchived, eraseArchivedDay } from './erase-archived';
import { eraseContacts, eraseConversions } from './erase-conversions';
import {
  isSending,
  eraseAudit,
  eraseRejectedEvents,
  eraseWaitingEvents,
  FROM_THE_START,
  scanPosition,
  mentionsOf,
} from './erase-texts';

/** Stores the ids of the person until the erasure is finished. */
async function savePersons(tx: Tx, erasureId: number, { visitors, users }: Persons): Promise<void> {
  const rows = [...visitors.map((id) => ['visitor', id]), ...users.map((id) => ['user', id])];
  await insertRows(tx, 'erasure_subject', ['kind', 'person_id'], rows, { erasure_id: erasureId });
}

/** Reads the ids of the person of a running erasure. */
async function readPersons(tx: Pick<Tx, 'query'>, erasureId: number): Promise<Persons> {
  const rows = await select<{ kind: string; person_id: string }>(tx)`SELECT kind, person_id
    FROM erasure_subject WHERE erasure_id = ${erasureId} ORDER BY kind, person_id`;
  const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map((row) => row.person_id);
  return { visitors: of('visitor'), users: of('user') };
}

/** Deletes the ids of the person of an erasure. */
async function deletePersons(tx: Tx, erasureId: number): Promise<void> {
  await tx.execute('DELETE FROM erasure_subject WHERE erasure_id = ?', [erasureId]);
}

/** Tables with a visitor id. */
const VISITOR_COLUMNS = [
  ['interaction', 'visitor_id'],
  ['access', 'visitor_id'],
  ['access_ref', 'visitor_id'],
  ['conversion', 'visitor_id'],
  ['stale_visitor', 'visitor_id'],
  ['result_due', 'visitor_id'],
] as const;

/**
 * Replaces the persons' ids in all tables in the caller's transaction. Each id gets one replacement, so
 * journeys, paths, repeats and reports do not change. The new id does not lead back to the old one.
 */
async function renamePersons(
  tx: Tx,
  productId: number,
  { visitors, users, secret }: Persons & Pick<Progress, 'secret'>,
): Promise<void> {
  const names = new Map(visitors.map((id) => [id, erasedName(id, secret)]));
  for (const [old, name] of names) {
    for (const [table, column] of VISITOR_COLUMNS)
      await execute(tx)`UPDATE ${sql(table)} SET ${sql(column)} = ${name} WHERE product_id = ${productId}
        AND ${sql(column)} = ${old}`;
    const keys = await select<{ click_key: string }>(tx)`SELECT DISTINCT click_key FROM click_key
      WHERE product_id = ${productId} AND visitor_id = ${old}`;
    for (const { click_key: key } of keys)
      await execute(tx)`UPDATE click_key SET click_key = ${signKey(key, secret)}, visitor_id = ${name}
        WHERE product_id = ${productId} AND visitor_id = ${old} AND click_key = ${key}`;
  }
  // Finds these rows by their owner, which has its new id by now: claimed_visitor_id has no index.
  const owned = await select<{ claimed_visitor_id: string; visitor_id: string }>(tx)`SELECT DISTINCT
    claimed_visitor_id, visitor_id FROM interaction
    WHERE product_id = ${productId} AND visitor_id IN ${names.values()}`;
  for (const { claimed_visitor_id: claimed, visitor_id: owner } of owned) {
    const name = names.get(claimed);
    if (name)
      await execute(tx)`UPDATE interaction SET claimed_visitor_id = ${name}
        WHERE product_id = ${productId} AND visitor_id = ${owner} AND claimed_visitor_id = ${claimed}`;
  }
  await execute(tx)`DELETE FROM plain_key
    WHERE product_id = ${productId} AND id IN ${[...visitors, ...users]}`;
  for (const old of users) {
    const name = newErased();
    await execute(tx)`UPDATE conversion SET user_id = ${name} WHERE product_id = ${productId}
      AND user_id = ${old}`;
    await execute(tx)`UPDATE result_due SET user_id = ${name} WHERE product_id = ${productId}
      AND user_id = ${old}`;
  }
}

/** Progress of an erasure, stored until it is finished. */
const storedProgress = z.object({
  /** Deleted with the progress, so page signatures can't be recomputed. */
  secret: z.string(),
  /** Conversions up to this id are erased. */
  conversion: z.number(),
  /** Position of the scan of rejected events; null once it is finished. */
  refused: scanPosition.nullable(),
  audit: scanPosition.nullable(),
  /** Numbers of archived rows, once counted. */
  archived: z.object({ interaction: z.number(), access: z.number() }).optional(),
});
type Progress = Readonly<z.output<typeof storedProgress>>;

/**
 * Starts an erasure; `eraseStep` then does the work.
 * @param secret key of the page signatures
 */
export async function beginWork(tx: Tx, erasureId: number, persons: Persons, secret: string): Promise<void> {
  await savePersons(tx, erasureId, persons);
  await saveProgress(tx, erasureId, {
    secret,
    conversion: 0,
    refused: FROM_THE_START,
    audit: FROM_THE_START,
  });
}

async function saveProgress(tx: Tx, erasureId: number, progress: Progress): Promise<void> {
  await tx.execute('UPDATE erasure SET work = ? WHERE id = ?', [JSON.stringify(progress), erasureId]);
}

interface ErasureRow {
  readonly id: number;
  readonly company_id: number;
  readonly product_id: number;
  readonly counts: string;
  readonly work: string | null;
}

/** Result of a step; `waiting` while data of the person is being derived or sent. */
type StepResult = 'more' | 'waiting' | 'done';

/**
 * True while data of the persons waits to be derived, made or sent: that work would restore or lose erased
 * data.
 */
async function isBusy(
  tx: Tx,
  productId: number,
  { visitors, users }: Persons,
  now: number,
): Promise<boolean> {
  const some = async (table: string, column: string, list: readonly string[]) => {
    const rows = await select(tx)`SELECT product_id FROM ${sql(table)}
      WHERE product_id = ${productId} AND ${sql(column)} IN ${list} LIMIT 1`;
    return rows.length > 0;
  };
  if (await some('stale_visitor', 'visitor_id', visitors)) return true;
  if (await some('result_due', 'visitor_id', visitors)) return true;
  if (await some('result_due', 'user_id', users)) return true;
  for (const { where, of, tail } of OF_PERSON) {
    const results = await select<{ id: string }>(tx)`SELECT r.id FROM conversion c
      JOIN result r ON r.conversion_id = c.id
      WHERE c.product_id = ${productId} AND ${sql(where)} ${{ users, visitors }[of]} ${sql(tail)}`;
    const ids = results.map(({ id }) => id);
    if (await isSending(tx, ids, now)) return true;
  }
  return false;
}

/** Stores digests of the erased persons, which recognize their late events. */
async function saveDigests(
  tx: Tx,
  productId: number,
  { visitors, users }: Persons,
  now: number,
): Promise<void> {
  const digests = await ownDigests(tx, productId);
  const all = [
    ...new Set([
      ...visitors.map((id) => digests.of('visitor', id)),
      ...users.map((id) => digests.of('user', id)),
    ]),
  ];
  await execute(tx)`DELETE FROM erased_person WHERE product_id = ${productId} AND digest IN ${all}`;
  const rows = all.map((digest) => [productId, digest, now]);
  await insertRows(tx, 'erased_person', ['product_id', 'digest', 'erased_at'], rows);
}

/** Erases one batch of contacts and views; returns the row counts. */
async function contactsStep(
  tx: Tx,
  productId: number,
  work: Persons & Progress,
  most: number,
): Promise<Record<ContactLog, number>> {
  const done = { interaction: 0, access: 0 };
  for (const visitorId of work.visitors) {
    for (const log of ['interaction', 'access'] as const) {
      const left = most - done.interaction - done.access;
      if (left <= 0) return done;
      done[log] += await eraseContacts(tx, log, productId, visitorId, work.secret, left);
    }
  }
  return done;
}

/** Weight of a conversion against a contact: it comes with results, postbacks and attempts. */
const CONVERSIONS_FOR = 20;

/**
 * Runs one step of an erasure in the caller's transaction. Personal data goes first. The ids go last and all
 * at once, so a journey never splits between two persons. Can be repeated after a crash.
 * @param most rows of one transaction
 */
export async function eraseStep(tx: Tx, id: number, most: number, now: number): Promise<StepResult> {
  // Waits for a concurrent step of the same erasure.
  await tx.execute('UPDATE erasure SET requested_at = requested_at WHERE id = ?', [id]);
  const [row] = await tx.query<ErasureRow>(
    `SELECT id, company_id, product_id, counts, work FROM erasure WHERE id = ?${tx.needsLocks ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!row?.work) return 'done';
  const { product_id: productId } = row;
  let progress: Progress = readJson(storedProgress, row.work);
  const persons = await readPersons(tx, id);
  const counts = readJson(storedCounts, row.counts);
  if (await isBusy(tx, productId, persons, now)) return 'waiting';
  const mentions = mentionsOf(persons);
  const save = async (next: Progress): Promise<StepResult> => {
    await tx.execute('UPDATE erasure SET counts = ? WHERE id = ?', [JSON.stringify(counts), id]);
    await saveProgress(tx, id, next);
    return 'more';
  };
  const contacts = await contactsStep(tx, productId, { ...persons, ...progress }, most);
  if (contacts.interaction + contacts.access >= most) return save(progress);
  const conversions = await eraseConversions(
    tx,
    productId,
    persons,
    progress.conversion,
    Math.ceil(most / CONVERSIONS_FOR),
    now,
    mentions,
  );
  progress = { ...progress, conversion: conversions.after };
  if (conversions.count > 0) return save(progress);
  if (progress.refused) {
    const { next, count } = await eraseRejectedEvents(tx, productId, mentions, progress.refused, most);
    counts.refusedEvents += count;
    await eraseWaitingEvents(tx, productId, mentions);
    return save({ ...progress, refused: next });
  }
  if (progress.audit) {
    const { next, count } = await eraseAudit(
      tx,
      row.company_id,
      mentions,
      progress.audit,
      Math.min(most, 500),
    );
    counts.auditEntries += count;
    return save({ ...progress, audit: next });
  }
  if (!progress.archived) {
    progress = { ...progress, archived: await countArchived(tx, productId, persons.visitors) };
    return save(progress);
  }
  if (await eraseArchivedDay(tx, productId, persons.visitors, progress.secret)) return save(progress);
  // Counts again: events may have arrived since the request.
  const {
    withdrawn: _gone,
    refusedEvents: _refused,
    auditEntries: _audit,
    ...logs
  } = await countLogs(tx, productId, persons);
  Object.assign(counts, logs);
  counts.interactions += progress.archived.interaction;
  counts.accesses += progress.archived.access;
  await renamePersons(tx, productId, { ...persons, ...progress });
  await saveDigests(tx, productId, persons, now);
  await deletePersons(tx, id);
  await execute(tx)`UPDATE erasure SET counts = ${JSON.stringify(counts)}, work = NULL, finished_at = ${now}
    WHERE id = ${id}`;
  return 'done';
}
