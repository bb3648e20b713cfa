import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import {
  EVENTS_AT_ONCE,
  ingest,
  isSealedReason,
  parseEventLine,
  withoutPersonal,
  loadLineProducts,
  type IncomingEvent,
  type LineContext,
  type Outcome,
} from '../journeys';
import { Ad } from '../settings/ad/ad.entity';
import { insertRows, type Tx, type Database } from '../db/database';
import type { ResultHold } from '../results';
import { chunksOf, select } from '../db/statements';
import { isDatabaseAway } from '../db/transient-error';
import { openEventFile } from './event-file';

interface NewAd {
  productId: number;
  name: string;
}

/**
 * Ads that `--create-ads` creates for unknown names. Lines are validated before the transaction, so a new ad
 * has a negative placeholder id until then.
 */
class NewAds {
  private readonly newAds = new Map<number, NewAd>();
  private readonly placeholders = new Map<string, number>();
  private readonly created = new Map<number, number>();

  /** Returns the placeholder of a name, one per product and name for the whole file. */
  placeholder(productId: number, name: string): number {
    const key = `${productId} ${name}`;
    let id = this.placeholders.get(key);
    if (id === undefined) {
      id = -1 - this.placeholders.size;
      this.placeholders.set(key, id);
      this.newAds.set(id, { productId, name });
    }
    return id;
  }

  /**
   * Creates the ads that these events use first, and returns the events with real ids. Call `commit`, which
   * stores the ids, after the transaction committed.
   */
  async resolve(
    tx: Tx,
    events: readonly IncomingEvent[],
  ): Promise<{ events: IncomingEvent[]; commit: () => void }> {
    const fresh = new Map<number, number>();
    const resolved: IncomingEvent[] = [];
    for (const event of events) {
      if (event.type !== 'click' || event.adId > 0) {
        resolved.push(event);
        continue;
      }
      const adId =
        this.created.get(event.adId) ?? fresh.get(event.adId) ?? (await this.create(tx, event.adId));
      if (!this.created.has(event.adId)) fresh.set(event.adId, adId);
      resolved.push({ ...event, adId });
    }
    return {
      events: resolved,
      commit: () => {
        for (const [placeholder, id] of fresh) this.created.set(placeholder, id);
      },
    };
  }

  /**
   * Returns an ad with this name that was created in the meantime, or creates a valid one of cost 0 without
   * asp, category and period.
   */
  private async create(tx: Tx, placeholder: number): Promise<number> {
    const newAd = this.newAds.get(placeholder);
    if (!newAd) throw new Error(`no ad for placeholder ${placeholder}`);
    const [existing] = await select<{ id: number }>(tx)`SELECT id FROM ad
      WHERE product_id = ${newAd.productId} AND ad_name = ${newAd.name} ORDER BY id LIMIT 1`;
    if (existing) return existing.id;
    const ad = Object.assign(new Ad(), {
      productId: newAd.productId,
      adName: newAd.name,
      code: randomBytes(12).toString('base64url'),
    });
    return (await tx.manager.save(ad)).id;
  }
}

/** `FILE.rejected.ndjson`: `{line, reason, text}` of each rejected line. */
class RejectedFile {
  private stream?: WriteStream;
  private count = 0;

  constructor(readonly path: string) {}

  get rejected(): number {
    return this.count;
  }

  async add(line: number, reason: string, text: string): Promise<void> {
    this.stream ??= createWriteStream(this.path);
    this.count += 1;
    const room = this.stream.write(`${JSON.stringify({ line, reason, text })}\n`);
    if (!room) await once(this.stream, 'drain');
  }

  /** Closes the file; without rejected lines, removes an old one. */
  async close(): Promise<void> {
    if (!this.stream) return rm(this.path, { force: true });
    this.stream.end();
    await finished(this.stream);
  }
}

interface ImportOptions {
  file: string;
  /** Product of lines without one. */
  productId?: number | undefined;
  /** Whether unknown ad names create ads. */
  createAds: boolean;
  /** Whether results of the imported conversions send postbacks. */
  notify?: boolean;
  /** Holds the results of the imported conversions until all of them are stored. */
  hold?: ResultHold;
  /** Called when the database becomes unreachable and the import waits for it. */
  onWait?: (error: unknown) => void;
}

interface ImportCounts {
  /** Non-blank lines: accepted + duplicates + rejected. */
  read: number;
  accepted: number;
  duplicates: number;
  rejected: number;
}

const MAX_WAIT_MS = 5000;

interface Waiting {
  line: number;
  text: string;
  event: IncomingEvent;
}

/** Maximum late events per file in the log of rejected events, and characters of each. */
const MAX_LATE = 1000;
const LATE_TEXT = 8192;

/** Imports a file in batches. */
class Import {
  private readonly counts: ImportCounts = { read: 0, accepted: 0, duplicates: 0, rejected: 0 };
  private readonly newAds = new NewAds();
  private readonly rejected: RejectedFile;
  private waiting: Waiting[] = [];
  /** Amendments whose conversion was not stored yet; it may stand further below in the file. */
  private early: Waiting[] = [];
  private atEnd = false;
  /** Late events in the log, before this batch and in it; a retry stores the batch again. */
  private lateLogged = 0;
  private lateInBatch = 0;

  constructor(
    private readonly db: Database,
    private readonly options: ImportOptions,
    private readonly onProgress: (bytes: number, counts: ImportCounts) => void,
  ) {
    this.rejected = new RejectedFile(`${options.file}.rejected.ndjson`);
  }

  async run(): Promise<ImportCounts> {
    const { format, records } = await openEventFile(this.options.file);
    const context = await this.context(format === 'csv');
    for await (const record of records) {
      this.counts.read += 1;
      const parsed =
        record.fault === null ? parseEventLine(record.fields, context) : { reason: record.fault };
      if ('event' in parsed)
        this.waiting.push({
          line: record.line,
          text: withoutPersonal(record.text, record.fields),
          event: parsed.event,
        });
      else await this.reject(record.line, parsed.reason, withoutPersonal(record.text, record.fields));
      if (this.waiting.length >= EVENTS_AT_ONCE[this.db.dialect]) {
        await this.store();
        this.onProgress(record.end, this.counts);
      }
    }
    await this.store();
    this.atEnd = true;
    for (const batch of chunksOf(this.early, EVENTS_AT_ONCE[this.db.dialect])) {
      this.waiting = batch;
      await this.store();
    }
    await this.rejected.close();
    return this.counts;
  }

  private async context(numbersAreText: boolean): Promise<LineContext> {
    const products = await loadLineProducts(this.db);
    const createAd = (productId: number, name: string) => this.newAds.placeholder(productId, name);
    return {
      door: 'import',
      now: Date.now(),
      defaultProductId: this.options.productId,
      numbersAreText,
      product: (id) => products.get(id),
      ...(this.options.createAds ? { createAd } : {}),
    };
  }

  private async reject(line: number, reason: string, text: string): Promise<void> {
    this.counts.rejected += 1;
    await this.rejected.add(line, reason, text);
  }

  /**
   * Logs the first events of closed days as rejected: otherwise users could not see why reports don't change.
   */
  private async logLate(tx: Tx, batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    const late = batch.flatMap(({ text, event }, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' && isSealedReason(outcome.reason)
        ? [[event.productId, 'import', outcome.reason, text.slice(0, LATE_TEXT), event.ip, Date.now()]]
        : [];
    });
    const rows = late.slice(0, Math.max(0, MAX_LATE - this.lateLogged));
    await insertRows(tx, 'bad_event', ['product_id', 'door', 'reason', 'text', 'ip', 'stored_at'], rows);
    this.lateInBatch = rows.length;
  }

  /**
   * Retries while the database is unreachable. Events that were already stored return as duplicates, so
   * nothing is stored twice.
   */
  private async retryWhileAway<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        if (attempt === 0) this.options.onWait?.(error);
        await setTimeout(Math.min(MAX_WAIT_MS, 250 * 2 ** attempt));
      }
    }
  }

  private async store(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length === 0) return;
    const { hold, notify } = this.options;
    const { outcomes, commit } = await this.retryWhileAway(() =>
      this.db.write(async (tx) => {
        const resolved = await this.newAds.resolve(
          tx,
          batch.map(({ event }) => event),
        );
        await hold?.renew(tx);
        const stored = await ingest(tx, resolved.events, { hold: hold?.name, notify });
        await this.logLate(tx, batch, stored);
        return { outcomes: stored, commit: resolved.commit };
      }),
    );
    commit();
    this.lateLogged += this.lateInBatch;
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = batch[index];
      const { line, text } = waiting ?? { line: 0, text: '' };
      if (outcome.status === 'accepted') this.counts.accepted += 1;
      else if (outcome.status === 'rejected' && waiting?.event.type === 'amendment' && !this.atEnd)
        this.early.push(waiting);
      else if (outcome.status === 'duplicate') this.counts.duplicates += 1;
      else await this.reject(line, outcome.reason, text);
    }
  }
}

/**
 * Imports a file of event lines (interfaces: "Event lines"). Rejected lines go to `FILE.rejected.ndjson` with
 * the reason. A repeated file adds nothing. Journeys, results and rollups are queued, not yet derived.
 * @throws file system errors
 */
export function importEvents(
  db: Database,
  options: ImportOptions,
  onProgress: (bytes: number, counts: ImportCounts) => void = () => undefined,
): Promise<ImportCounts> {
  return new Import(db, options, onProgress).run();
}
