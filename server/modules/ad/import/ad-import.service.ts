import { entities, validate, type Field, type RefKind } from '../../../../shared/entities';
import type { Actor } from '../../../auth/actor';
import { badInput, Failure, notFound, type FailureMessage } from '../../../auth/failure';
import { requireProduct, requireRight } from '../../../auth/permissions';
import type { Client } from '../../../auth/sessions';
import { changedFields, type Writing } from '../../../crud/audit/record';
import { breather } from '../../../crud/breathe';
import { allOf } from '../../../crud/condition';
import { tableOf, visible } from '../../../crud/visibility';
import type { Change, Input } from '../../../crud/write/write-spec';
import type { WriteService } from '../../../crud/write/write.service';
import type { Ad } from '../ad.entity';
import { readTable, type TableRow } from './read-table';

/** What an upload does, or would do, to one ad. */
export interface ImportRow {
  readonly line: number;
  readonly action: 'create' | 'update' | 'unchanged' | 'refused';
  readonly adId: number | null;
  readonly adName: string | null;
  /** Values as JSON. */
  readonly changes: ReadonlyArray<{ readonly field: string; readonly before: string | null; readonly after: string | null }>;
  readonly problems: ReadonlyArray<{ readonly field: string; readonly messages: readonly FailureMessage[] }>;
}

/** The outcome of an upload: nothing is stored in a dry run, nor when a row is refused. */
export interface AdImport {
  readonly applied: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly ignoredColumns: readonly string[];
  readonly rows: readonly ImportRow[];
}

/** Ends the transaction of a dry run without a trace. */
class RolledBack extends Error {
  constructor(readonly rows: readonly ImportRow[]) {
    super('rolled back');
  }
}

const labelColumns: Partial<Record<RefKind, string>> = {
  agency: 'agency_name', asp: 'asp_name', adCategory: 'title', adType1: 'title', adType2: 'title', adType3: 'title',
};

type Ids = ReadonlyMap<string, readonly number[]>;

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

/** Loads ads from CSV: shows what would differ first, then does it, all or nothing. */
export class AdImportService {
  constructor(private readonly writer: WriteService<Ad>) {}

  /** @throws FORBIDDEN, BAD_USER_INPUT when the upload is no table of ads */
  async run(actor: Actor, given: { productId: number; csv: string; dryRun: boolean }, client: Client): Promise<AdImport> {
    requireRight(actor, 'ads', 'edit');
    requireProduct(actor, given.productId);
    const table = readTable(given.csv);
    const rows = await this.writer
      .transaction(actor, client, async (writing) => {
        const outcome = await this.take(writing, given.productId, table.rows);
        if (given.dryRun || outcome.some(({ action }) => action === 'refused')) throw new RolledBack(outcome);
        return outcome;
      })
      .catch((error: unknown) => {
        if (error instanceof RolledBack) return error.rows;
        throw error;
      });
    const count = (action: ImportRow['action']) => rows.filter((row) => row.action === action).length;
    const refused = count('refused');
    return {
      applied: !given.dryRun && refused === 0,
      created: count('create'),
      updated: count('update'),
      unchanged: count('unchanged'),
      refused,
      ignoredColumns: table.ignored,
      rows,
    };
  }

  private async take(writing: Writing, productId: number, rows: readonly TableRow[]): Promise<ImportRow[]> {
    const known = await this.namesOf(writing, productId, rows);
    const ads = await this.idsByName(writing, 'ad', 'ad_name', productId);
    const done: ImportRow[] = [];
    const breathe = breather();
    for (const row of rows) {
      done.push(await this.one(writing, productId, row, known, ads));
      await breathe();
    }
    return done;
  }

  private async one(writing: Writing, productId: number, row: TableRow, known: ReadonlyMap<string, Ids>, ads: Map<string, number[]>): Promise<ImportRow> {
    const adName = typeof row.values.adName === 'string' ? row.values.adName.trim() : null;
    let seen: Change<Ad> | undefined;
    const watch = (change: Change<Ad>) => {
      seen = change;
    };
    try {
      const input: Input = { ...row.values, ...this.referred(row, known) };
      let adId = this.target(row, adName, ads);
      if (adId === null) {
        adId = await this.writer.insert(writing, { ...input, productId }, watch);
        if (adName) ads.set(adName, [adId]);
      } else {
        await this.writer.change(writing, [{ id: adId, input }], 'part', watch);
      }
      return this.told(row, adId, seen);
    } catch (error) {
      // Rows are judged before anything of them is stored, so that the next one can go on.
      if (!(error instanceof Failure)) throw error;
      const fields = Object.entries(error.details.fields ?? {});
      const problems = fields.length > 0 ? fields : [['id', [{ key: error.text, params: error.details.params }]] as const];
      return { line: row.line, action: 'refused', adId: Number(row.id) || null, adName, changes: [], problems: problems.map(([field, messages]) => ({ field, messages })) };
    }
  }

  private told(row: TableRow, adId: number, change: Change<Ad> | undefined): ImportRow {
    const before = change?.current?.values ?? {};
    const after = change?.values ?? {};
    const changes = changedFields(before, after).map((field) => ({ field, before: json(before[field]), after: json(after[field]) }));
    const action = !change?.current ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
    return { line: row.line, action, adId: action === 'create' ? null : adId, adName: String(after.adName ?? ''), changes, problems: [] };
  }

  /** The ad that a row means: by its id, else by its name; null for a new one. */
  private target(row: TableRow, adName: string | null, ads: ReadonlyMap<string, readonly number[]>): number | null {
    if (row.id !== null) {
      const id = Number(row.id);
      if (!Number.isSafeInteger(id) || ![...ads.values()].some((ids) => ids.includes(id))) throw notFound();
      return id;
    }
    const found = (adName && ads.get(adName)) || [];
    if (found.length > 1) throw badInput({ adName: { key: 'notUnique' } });
    return found[0] ?? null;
  }

  private referred({ names, values }: TableRow, known: ReadonlyMap<string, Ids>): Record<string, number | null> {
    const input: Record<string, number | null> = {};
    const wrong: Record<string, FailureMessage> = {};
    for (const [field, name] of Object.entries(names)) {
      // An id in the same row says it better.
      if (field in values) continue;
      const ids = name === '' ? [] : (known.get(field)?.get(name) ?? []);
      if (name !== '' && ids.length !== 1) wrong[field] = { key: ids.length === 0 ? 'noSuchEntry' : 'notUnique' };
      input[field] = ids[0] ?? null;
    }
    // All that is wrong with a row is told at once: a file is corrected away from here.
    if (Object.keys(wrong).length > 0) throw badInput({ ...validate(entities.ad.fields, values, { partial: true }).errors, ...wrong });
    return input;
  }

  /** Ids by name of everything that the rows name, by field. */
  private async namesOf(writing: Writing, productId: number, rows: readonly TableRow[]): Promise<Map<string, Ids>> {
    const known = new Map<string, Ids>();
    for (const field of new Set(rows.flatMap(({ names }) => Object.keys(names)))) {
      const { refers } = (entities.ad.fields as unknown as Record<string, Field>)[field] ?? {};
      const column = refers && labelColumns[refers];
      if (refers && refers !== 'product' && column) known.set(field, await this.idsByName(writing, refers, column, productId));
    }
    return known;
  }

  private async idsByName({ tx, actor }: Writing, kind: Exclude<RefKind, 'product'>, column: string, productId: number): Promise<Map<string, number[]>> {
    const where = allOf(visible(actor, kind, productId));
    const rows = await tx.query<{ id: number; name: string }>(`SELECT e.id, e.${column} AS name FROM ${tableOf(kind)} e WHERE ${where.sql}`, where.params);
    const byName = new Map<string, number[]>();
    for (const { id, name } of rows) byName.set(name, [...(byName.get(name) ?? []), id]);
    return byName;
  }
}
