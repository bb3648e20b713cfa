import { validate, settingRules } from '../../../../shared/settings';
import type { Actor } from '../../../auth/actor';
import { badInput, Failure, notFound, type FailureMessage } from '../../../auth/failure';
import { requireProduct, requireRight } from '../../../auth/permissions';
import type { Client } from '../../../auth/sessions';
import { changedFields, type WriteContext } from '../../../records/audit/record';
import { createTrafficYield } from '../../../backpressure/traffic-load';
import type { Loaded } from '../../../records/write/load-rows';
import { newIds } from '../../../records/write/references';
import type { Change, Input } from '../../../records/setting-definition';
import type { ValidatedRow, WriteService } from '../../../records/write/write.service';
import { lockRevision, revisionOf } from '../../../db/revision-subscriber';
import type { Ad } from '../ad.entity';
import { readFacts, type Facts } from './import-references';
import { readTable, type Table, type TableRow } from './read-table';

/** The change that an upload makes, or would make, to one ad. */
export interface ImportRow {
  readonly line: number;
  readonly action: 'create' | 'update' | 'unchanged' | 'refused';
  readonly adId: number | null;
  readonly adName: string | null;
  /** Values as JSON. */
  readonly changes: ReadonlyArray<{
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }>;
  readonly problems: ReadonlyArray<{ readonly field: string; readonly messages: readonly FailureMessage[] }>;
  /** Cells of a refused row; null for others. */
  readonly cells: readonly string[] | null;
}

/** Result of an upload. A dry run stores nothing, nor does a refused row unless it is skipped. */
export interface AdImport extends Pick<Table, 'columns' | 'sheets' | 'sheet'> {
  readonly applied: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly ignoredColumns: readonly string[];
  readonly rows: readonly ImportRow[];
}

/** A validated row with the change to store. */
interface ImportedRow {
  readonly result: ImportRow;
  readonly store?: ValidatedRow<Ad>;
}

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
const isRefused = ({ result }: ImportedRow): boolean => result.action === 'refused';

/** Imports ads from CSV: previews the changes, then stores all of them or, with a refused row, none. */
export class AdImportService {
  constructor(private readonly writer: WriteService<Ad>) {}

  /** Runs an import. @throws FORBIDDEN, BAD_USER_INPUT when the upload is not a table of ads */
  async run(
    actor: Actor,
    given: {
      productId: number;
      csv: string;
      sheet?: string | null | undefined;
      dryRun: boolean;
      skipRefused: boolean;
    },
    client: Client,
  ): Promise<AdImport> {
    requireRight(actor, 'ads', 'edit');
    requireProduct(actor, given.productId);
    const table = await readTable(given.csv, given.sheet ?? null);
    // Validate outside any transaction: refused uploads and dry runs then block no writers.
    const readContext = this.writer.validationContext(actor, client);
    let validatedAt: number | null = await revisionOf(readContext.tx);
    let validated = await this.validateRows(readContext, given.productId, table.rows);
    const isStopped = (): boolean =>
      given.skipRefused ? validated.every(isRefused) : validated.some(isRefused);
    if (!given.dryRun && !isStopped()) {
      await this.writer.transaction(actor, client, async (context) => {
        // From here on the settings are locked. If any changed since validation, or this is a retry, validate
        // again.
        if ((await lockRevision(context.tx)) !== validatedAt)
          validated = await this.validateRows(context, given.productId, table.rows);
        validatedAt = null;
        if (!isStopped()) await this.store(context, validated);
      });
    }
    const rows = validated.map(({ result }) => result);
    const count = (action: ImportRow['action']) => rows.filter((row) => row.action === action).length;
    return {
      applied: !given.dryRun && !isStopped(),
      created: count('create'),
      updated: count('update'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      columns: table.columns,
      sheets: table.sheets,
      sheet: table.sheet,
      ignoredColumns: table.ignored,
      rows,
    };
  }

  private async store(context: WriteContext, validated: readonly ImportedRow[]): Promise<void> {
    const changes = validated.flatMap(({ store }) => store ?? []);
    await this.writer.requireReferences(
      context,
      changes.map(({ change }) => change),
    );
    await this.writer.store(context, changes);
  }

  private async validateRows(
    context: WriteContext,
    productId: number,
    rows: readonly TableRow[],
  ): Promise<ImportedRow[]> {
    const facts = await readFacts(context, productId, rows);
    const yieldToTraffic = createTrafficYield();
    const targets = rows.map((row) => ({ row, target: targetOf(row, facts) }));
    const ids = targets.map(({ target }) => target).filter((target) => typeof target === 'number');
    const loaded =
      ids.length > 0 ? await this.writer.load(context, [...new Set(ids)]) : new Map<number, Loaded<Ad>>();
    /** Ads as previous rows leave them: new ads by name, existing ads by id. */
    const created = new Map<string, Loaded<Ad>>();
    const done: ImportedRow[] = [];
    for (const { row, target } of targets) {
      const adName = nameOf(row);
      const current =
        target === null
          ? created.get(adName ?? '')
          : typeof target === 'number'
            ? loaded.get(target)
            : undefined;
      const outcome = await this.validateRow(context, { row, productId, target, current, facts });
      if (outcome.store) {
        const after = { row: outcome.store.row, values: outcome.store.change.values };
        if (typeof target === 'number') loaded.set(target, after);
        else if (adName) created.set(adName, after);
      }
      done.push(outcome);
      await yieldToTraffic();
    }
    return done;
  }

  private async validateRow(
    context: WriteContext,
    given: {
      readonly row: TableRow;
      readonly productId: number;
      readonly target: number | null | Failure;
      readonly current: Loaded<Ad> | undefined;
      readonly facts: Facts;
    },
  ): Promise<ImportedRow> {
    const { row, productId, target, current, facts } = given;
    try {
      if (row.fault) throw badInput({ csv: { key: row.fault } });
      const input: Input = { ...row.values, ...resolveNames(row, facts) };
      if (target instanceof Failure) throw target;
      if (target !== null && !current) throw notFound();
      const change = current
        ? await this.writer.validate(context, input, 'part', current)
        : await this.writer.validate(context, { ...input, productId }, 'whole', null);
      refuseUnusable(change, facts);
      return {
        result: describeChange(row, target, change),
        store: { change, row: current?.row ?? this.writer.newRow(change) },
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const fields = Object.entries(error.details.fields ?? {});
      const problems =
        fields.length > 0 ? fields : [['id', [{ key: error.text, params: error.details.params }]] as const];
      return {
        result: {
          line: row.line,
          action: 'refused',
          adId: Number(row.id) || null,
          adName: nameOf(row),
          changes: [],
          problems: problems.map(([field, messages]) => ({ field, messages })),
          cells: row.cells,
        },
      };
    }
  }
}

const nameOf = ({ values }: TableRow): string | null =>
  typeof values.adName === 'string' ? values.adName.trim() : null;

function describeChange(row: TableRow, adId: number | null, change: Change<Ad>): ImportRow {
  const before = change.current?.values ?? {};
  const after = change.values;
  const changes = changedFields(before, after).map((field) => ({
    field,
    before: json(before[field]),
    after: json(after[field]),
  }));
  const action = !change.current ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  const adName = String(after.adName ?? '');
  return { line: row.line, action, adId, adName, changes, problems: [], cells: null };
}

/** Returns the ad of a row, by its id or else by its name; null for a new ad. */
function targetOf(row: TableRow, { ads, adIds }: Facts): number | null | Failure {
  if (row.id !== null) {
    const id = Number(row.id);
    return Number.isSafeInteger(id) && adIds.has(id)
      ? id
      : badInput({ id: { key: 'noSuchName', params: { name: row.id } } });
  }
  const matches = ads.get(nameOf(row) ?? '') ?? [];
  return matches.length > 1 ? badInput({ adName: { key: 'notUnique' } }) : (matches[0] ?? null);
}

/** Returns ids for the names in a row. @throws BAD_USER_INPUT naming all errors of the row */
function resolveNames({ names, values }: TableRow, { idsByName }: Facts): Record<string, number | null> {
  const input: Record<string, number | null> = {};
  const wrong: Record<string, FailureMessage> = {};
  for (const [field, name] of Object.entries(names)) {
    // An id in the same row takes precedence.
    if (field in values) continue;
    const ids = name === '' ? [] : (idsByName.get(field)?.get(name) ?? []);
    if (name !== '' && ids.length !== 1)
      wrong[field] = { key: ids.length === 0 ? 'noSuchName' : 'nameNotUnique', params: { name } };
    input[field] = ids[0] ?? null;
  }
  // Report all errors of a row at once, because the file is corrected elsewhere.
  if (Object.keys(wrong).length > 0)
    throw badInput({ ...validate(settingRules.ad.fields, values, { partial: true }).errors, ...wrong });
  return input;
}

/**
 * Refuses a row's unusable references, which would otherwise fail the whole upload when stored. @throws
 * FORBIDDEN
 */
function refuseUnusable({ values, current }: Change<Ad>, { usable }: Facts): void {
  const wrong = [...usable].filter(([field, ids]) =>
    newIds(field, values, current?.values ?? null).some((id) => !ids.has(id)),
  );
  if (wrong.length === 0) return;
  throw new Failure('FORBIDDEN', 'noPermissionForConditions', {
    fields: Object.fromEntries(wrong.map(([field]) => [field, [{ key: 'noPermissionForConditions' }]])),
  });
}
