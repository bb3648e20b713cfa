import { setTimeout } from 'node:timers/promises';
import {
  ingest,
  isSealedReason,
  parseEventLine,
  type IncomingEvent,
  type LineContext,
  type Outcome,
} from '../../journeys';
import type { ResultHold } from '../../results';
import { insertRows, type Database, type Tx } from '../database';
import { isDatabaseAway } from '../transient-error';
import { openEventFile } from './event-file';
import { loadImportProducts } from './line-products';
import { NewAds } from './new-ads';
import { RejectedFile } from './rejected-file';

export interface ImportOptions {
  file: string;
  /** Product of lines that name none. */
  productId?: number | undefined;
  /** Unknown ad names make ads. */
  createAds: boolean;
  /** Whether ad networks are told of the results of its conversions. */
  notify?: boolean;
  /** Keeps the results of its conversions back until all of them are stored. */
  hold?: ResultHold;
  /** Told when the database went away and the import waits for it. */
  onWait?: (error: unknown) => void;
}

export interface ImportCounts {
  /** Lines that are not blank: accepted + duplicates + rejected. */
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

/** Lines a transaction: on the embedded database a running server waits for its end. */
const BATCH = { sqlite: 500, mysql: 2000 };

/** Late events of one file that the log of refusals takes, and characters of each. */
const MOST_LATE = 1000;
const LATE_TEXT = 8192;

/** Loads one file, batch by batch. */
class Import {
  private readonly counts: ImportCounts = { read: 0, accepted: 0, duplicates: 0, rejected: 0 };
  private readonly newAds = new NewAds();
  private readonly rejected: RejectedFile;
  private waiting: Waiting[] = [];
  /** Late events in the log of refusals, before this batch and of it: a batch may be stored a second time. */
  private lateTold = 0;
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
      if ('event' in parsed) this.waiting.push({ line: record.line, text: record.text, event: parsed.event });
      else await this.reject(record.line, parsed.reason, record.text);
      if (this.waiting.length >= BATCH[this.db.dialect]) {
        await this.store();
        this.onProgress(record.end, this.counts);
      }
    }
    await this.store();
    await this.rejected.close();
    return this.counts;
  }

  private async context(numbersAreText: boolean): Promise<LineContext> {
    const products = await loadImportProducts(this.db);
    const createAd = (productId: number, name: string) => this.newAds.standIn(productId, name);
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

  /** Events of closed days stand in the log of refusals too, the first ones of a file: there is nobody else who would see why figures stay. */
  private async tellLate(tx: Tx, batch: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    const late = batch.flatMap(({ text, event }, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' && isSealedReason(outcome.reason)
        ? [[event.productId, 'import', outcome.reason, text.slice(0, LATE_TEXT), event.ip, Date.now()]]
        : [];
    });
    const told = late.slice(0, Math.max(0, MOST_LATE - this.lateTold));
    await insertRows(tx, 'bad_event', ['product_id', 'door', 'reason', 'text', 'ip', 'stored_at'], told);
    this.lateInBatch = told.length;
  }

  /** Waits for a database that went away. What it had stored already comes as duplicates, so nothing is stored twice. */
  private async whileAway<T>(work: () => Promise<T>): Promise<T> {
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
    const { outcomes, commit } = await this.whileAway(() =>
      this.db.write(async (tx) => {
        const resolved = await this.newAds.resolve(
          tx,
          batch.map(({ event }) => event),
        );
        await hold?.keep(tx);
        const stored = await ingest(tx, resolved.events, { hold: hold?.name, notify });
        await this.tellLate(tx, batch, stored);
        return { outcomes: stored, commit: resolved.commit };
      }),
    );
    commit();
    this.lateTold += this.lateInBatch;
    for (const [index, outcome] of outcomes.entries()) {
      const { line, text } = batch[index] ?? { line: 0, text: '' };
      if (outcome.status === 'accepted') this.counts.accepted += 1;
      else if (outcome.status === 'duplicate') this.counts.duplicates += 1;
      else await this.reject(line, outcome.reason, text);
    }
  }
}

/**
 * Loads a file of event lines (interfaces: "Event lines"). Lines that can't be taken go to
 * `FILE.rejected.ndjson` with the reason; the rest is loaded. The same file again adds nothing.
 * Journeys, results and rollups are queued, not yet derived. Throws when the file can't be read.
 */
export function importEvents(
  db: Database,
  options: ImportOptions,
  onProgress: (bytes: number, counts: ImportCounts) => void = () => undefined,
): Promise<ImportCounts> {
  return new Import(db, options, onProgress).run();
}
