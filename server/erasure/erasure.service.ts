import { randomBytes } from 'node:crypto';
import { dayOf } from '../../shared/domain/calendar';
import { RoleType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { badInput, Failure, notFound } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import type { Client } from '../auth/sessions';
import { createWriteContext, recordChange } from '../records/audit/record';
import { select } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { takeTurn } from '../db/turn';
import {
  countLogs,
  noCounts,
  type ErasureCounts,
  MOST_VISITORS,
  personsOf,
  type Persons,
  type Subject,
} from './subject';
import { Erasure } from './erasure.entities';
import {
  eraseAudit,
  eraseRejectedEvents,
  FROM_THE_START,
  type ScanPosition,
  mentionsOf,
} from './erase-texts';
import { digestsOf, isErased, ownDigests } from '../journeys/privacy/persons';
import { receiptOf, type ErasureRow, type Receipt } from './receipt';
import { beginWork, eraseStep } from './work';

/** Id that names a person; exactly one field is set. */
export interface SubjectInput {
  readonly userId?: string | null | undefined;
  readonly visitorId?: string | null | undefined;
  readonly conversionId?: string | null | undefined;
}

/** Rows that an erasure would change. */
export interface ErasurePreview {
  readonly counts: ErasureCounts;
  /** Receipt of an earlier erasure of the same id. */
  readonly earlier: Receipt | null;
}

const KINDS = [
  ['userId', 'user'],
  ['visitorId', 'visitor'],
  ['conversionId', 'conversion'],
] as const;
const MOST_ID = 255;

/** Validates the id that the request names. @throws BAD_USER_INPUT */
function subjectOf(given: SubjectInput): Subject {
  const named = KINDS.flatMap(([field, kind]) => {
    const id = given[field];
    return typeof id === 'string' && id !== '' ? [{ field, kind, id }] : [];
  });
  const [subject, ...others] = named;
  if (!subject) throw badInput({ userId: { key: 'chooseAtLeastOne' } });
  if (others.length > 0) throw badInput({ [others[0]?.field ?? 'userId']: { key: 'onlyOne' } });
  if (subject.id.length > MOST_ID)
    throw badInput({ [subject.field]: { key: 'maxLength', params: { count: MOST_ID } } });
  return subject;
}

/** Number of steps that run within the request; the worker does the rest. */
const STEPS_AT_ONCE = 40;
const ROWS = 1000;
const TEXTS = 2000;

/** Erases a person's data on request and keeps a receipt without personal data. */
export class ErasureService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Counts the rows that an erasure would change. @throws FORBIDDEN, NOT_FOUND (no data of such a person),
   * BAD_USER_INPUT
   */
  async preview(actor: Actor, productId: number, given: SubjectInput): Promise<ErasurePreview> {
    this.checkAccess(actor, productId);
    const subject = subjectOf(given);
    const earlier = await this.earlierReceipt(this.db.readOnlyTx, productId, subject);
    const persons = await this.persons(this.db.readOnlyTx, productId, subject);
    const counts = await this.counts(persons, productId, actor.companyId);
    if (!earlier && isEmpty(counts)) throw notFound();
    return { counts, earlier: earlier ?? null };
  }

  /**
   * Erases a person's data. A repeated request without new data returns the earlier receipt.
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
   */
  async erase(actor: Actor, productId: number, given: SubjectInput, client: Client): Promise<Receipt> {
    this.checkAccess(actor, productId);
    const subject = subjectOf(given);
    const startedAt = this.now();
    const persons = await this.persons(this.db.readOnlyTx, productId, subject);
    const counts = await this.counts(persons, productId, actor.companyId);
    const id = await this.db.write(async (tx) => {
      // Two equal requests cause one erasure.
      await takeTurn(tx, `erasure:${productId}`);
      const known = await this.earlierReceipt(tx, productId, subject);
      // A concurrent request for the same person may have started first.
      const texts =
        known && known.requestedAt.getTime() >= startedAt
          ? { refusedEvents: 0, auditEntries: 0 }
          : { refusedEvents: counts.refusedEvents, auditEntries: counts.auditEntries };
      if (
        known &&
        (known.status === 'underWay' || isEmpty({ ...(await countLogs(tx, productId, persons)), ...texts }))
      )
        return known.id;
      if (isEmpty(counts)) throw notFound();
      return this.begin(tx, actor, client, { productId, subject, persons, counts });
    });
    for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
      if ((await this.db.write((tx) => eraseStep(tx, id, ROWS, this.now()))) !== 'more') break;
    }
    return this.get(actor, productId, id);
  }

  /** Lists the receipts of a product, newest first. @throws FORBIDDEN, NOT_FOUND */
  async list(actor: Actor, productId: number): Promise<Receipt[]> {
    this.checkAccess(actor, productId);
    return (await this.rows('e.product_id = ? ORDER BY e.id DESC LIMIT 1000', [productId])).map(receiptOf);
  }

  /** Returns one receipt. @throws FORBIDDEN, NOT_FOUND */
  async get(actor: Actor, productId: number, id: number): Promise<Receipt> {
    this.checkAccess(actor, productId);
    const [row] = await this.rows('e.product_id = ? AND e.id = ?', [productId, id]);
    if (!row) throw notFound();
    return receiptOf(row);
  }

  /** Only administrators may erase personal data, regardless of the rights of other roles. */
  private checkAccess(actor: Actor, productId: number): void {
    requireRight(actor, 'products', 'edit');
    if (actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
    requireProduct(actor, productId);
  }

  /**
   * @throws NOT_FOUND for an id that replaces an erased one, BAD_USER_INPUT for an id that many browsers
   * share
   */
  private async persons(
    tx: Pick<Tx, 'query' | 'archive'>,
    productId: number,
    subject: Subject,
  ): Promise<Persons> {
    if (isErased(subject.id)) throw notFound();
    const persons = await personsOf(tx, productId, subject);
    const field = KINDS.find(([, kind]) => kind === subject.kind)?.[0] ?? 'userId';
    if (!persons) throw badInput({ [field]: { key: 'sharedId', params: { max: MOST_VISITORS } } });
    return persons;
  }

  private async counts(persons: Persons, productId: number, companyId: number): Promise<ErasureCounts> {
    if (persons.users.length + persons.visitors.length === 0) return noCounts();
    const mentions = mentionsOf(persons);
    // Runs the same scan as the erasure, but read-only.
    const reading: Tx = { ...this.db.readOnlyTx, execute: async () => 0 };
    const walk = async (
      part: (from: ScanPosition) => Promise<{ next: ScanPosition | null; count: number }>,
    ): Promise<number> => {
      let count = 0;
      for (let place: ScanPosition | null = FROM_THE_START; place;) {
        const { next, count: more }: { next: ScanPosition | null; count: number } = await part(place);
        count += more;
        place = next;
      }
      return count;
    };
    return {
      ...(await countLogs(reading, productId, persons)),
      refusedEvents: await walk((from) => eraseRejectedEvents(reading, productId, mentions, from, TEXTS)),
      auditEntries: await walk((from) => eraseAudit(reading, companyId, mentions, from, 500)),
    };
  }

  private async earlierReceipt(
    tx: Pick<Tx, 'query'>,
    productId: number,
    subject: Subject,
  ): Promise<Receipt | undefined> {
    const digest = (await digestsOf(tx, productId))?.of(subject.kind, subject.id);
    if (digest === undefined) return undefined;
    const [row] = await select<{ id: number }>(tx)`SELECT id FROM erasure WHERE product_id = ${productId}
      AND subject_digest = ${digest} ORDER BY id DESC LIMIT 1`;
    if (!row) return undefined;
    const [earlier] = await this.rows('e.id = ?', [row.id], tx);
    return earlier && receiptOf(earlier);
  }

  private async begin(
    tx: Tx,
    actor: Actor,
    client: Client,
    what: { productId: number; subject: Subject; persons: Persons; counts: ErasureCounts },
  ): Promise<number> {
    const { productId, subject, persons, counts } = what;
    const now = this.now();
    const writing = createWriteContext(tx, actor, client, now);
    const number = `ER-${dayOf(now)}-${randomBytes(5).toString('hex').toUpperCase()}`;
    const digests = await ownDigests(tx, productId);
    const row = Object.assign(new Erasure(), {
      number,
      companyId: actor.companyId,
      productId,
      subjectKind: subject.kind,
      subjectDigest: digests.of(subject.kind, subject.id),
      requestedAt: now,
      userId: actor.userId,
      userName: await writing.userName(),
      finishedAt: null,
      // Rejected events and audit entries are counted while they are erased.
      counts: JSON.stringify({ ...counts, refusedEvents: 0, auditEntries: 0 }),
      work: null,
    });
    const { id } = await tx.manager.save(row);
    await beginWork(tx, id, persons, randomBytes(32).toString('hex'));
    await recordChange(writing, {
      entity: 'erasure',
      entityId: id,
      productId,
      label: number,
      action: 'create',
      version: null,
      before: {},
      after: { subjectKind: subject.kind },
    });
    return id;
  }

  private rows(
    where: string,
    params: readonly number[],
    tx: Pick<Tx, 'query'> = this.db.readOnlyTx,
  ): Promise<ErasureRow[]> {
    return tx
      .query<ErasureRow>(
        `SELECT e.id, e.number, e.company_id AS companyId, e.product_id AS productId, p.product_name AS productName, e.subject_kind AS subjectKind, e.subject_digest AS subjectDigest,
        e.requested_at AS requestedAt, e.user_id AS userId, e.user_name AS userName, e.finished_at AS finishedAt, e.counts
        FROM erasure e JOIN product p ON p.id = e.product_id WHERE ${where}`,
        params,
      )
      .then((rows) =>
        rows.map((row) => ({
          ...row,
          requestedAt: Number(row.requestedAt),
          finishedAt: row.finishedAt === null ? null : Number(row.finishedAt),
        })),
      );
  }
}

/** True if there is nothing to erase; ids alone don't count. */
const isEmpty = ({ visitors: _visitors, customers: _customers, ...counts }: ErasureCounts): boolean =>
  Object.values(counts).every((count) => count === 0);
