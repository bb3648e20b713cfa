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
import { readTable, type TableRow } from './read-table';

/** The change that a row makes, or would make, to an ad; its values are JSON. */
interface ImportRow {
  readonly line: number;
  readonly action: 'create' | 'update' | 'unchanged' | 'refused';
  readonly adId: number | null;
  readonly adName: string | null;
  readonly changes: ReadonlyArray<Record<'field' | 'before' | 'after', string | null>>;
  readonly problems: ReadonlyArray<{ readonly field: string; readonly messages: readonly FailureMessage[] }>;
  /** Cells of a refused row; null for others. */
  readonly cells: readonly string[] | null;
}

/** An uploaded table of ads. */
interface AdUpload {
  readonly productId: number;
  readonly csv: string;
  readonly sheet?: string | null | undefined;
  readonly dryRun: boolean;
  readonly skipRefused: boolean;
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

  /**
   * Runs an import. A dry run stores nothing, nor does a refused row unless it is skipped.
   * @throws FORBIDDEN, BAD_USER_INPUT when the upload is not a table of ads
   */
  async run(actor: Actor, given: AdUpload, client: Client) {
    requireRight(actor, 'ads', 'edit');
    requireProduct(actor, given.productId);
    const { rows: table, ignored: ignoredColumns, ...file } = await readTable(given.csv, given.sheet ?? null);
    // Validate outside any transaction: refused uploads and dry runs then block no writers.
    const readContext = this.writer.validationContext(actor, client);
    let validatedAt: number | null = await revisionOf(readContext.tx);
    let validated = await this.validateRows(readContext, given.productId, table);
    const isStopped = (): boolean =>
      given.skipRefused ? validated.every(isRefused) : validated.some(isRefused);
    if (!given.dryRun && !isStopped()) {
      await this.writer.transaction(actor, client, async (context) => {
        // From here on the settings are locked. If any changed since validation, or this is a retry, validate
        // again.
        if ((await lockRevision(context.tx)) !== validatedAt)
          validated = await this.validateRows(context, given.productId, table);
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
      ...{ ...file, ignoredColumns, rows },
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
    const loaded = await this.writer.load(context, [
      ...new Set(rows.flatMap((row) => targetsOf(row, facts))),
    ]);
    /** New ads of previous rows, by name. */
    const created = new Map<string, Loaded<Ad>>();
    const done: ImportedRow[] = [];
    for (const row of rows) {
      const adName = nameOf(row);
      const [target] = targetsOf(row, facts);
      const current = target === undefined ? created.get(adName ?? '') : loaded.get(target);
      const outcome = await this.validateRow(context, row, productId, current, facts);
      if (outcome.store) {
        const after = { row: outcome.store.row, values: outcome.store.change.values };
        if (target !== undefined) loaded.set(target, after);
        else if (adName) created.set(adName, after);
      }
      done.push(outcome);
      await yieldToTraffic();
    }
    return done;
  }

  private async validateRow(
    context: WriteContext,
    row: TableRow,
    productId: number,
    current: Loaded<Ad> | undefined,
    facts: Facts,
  ): Promise<ImportedRow> {
    try {
      if (row.fault) throw badInput({ csv: { key: row.fault } });
      const input: Input = { ...row.values, ...resolveNames(row, facts) };
      const [target, ...others] = targetsOf(row, facts);
      if (row.id !== null && target === undefined)
        throw badInput({ id: { key: 'noSuchName', params: { name: row.id } } });
      if (others.length > 0) throw badInput({ adName: { key: 'notUnique' } });
      if (target !== undefined && !current) throw notFound();
      const change = current
        ? await this.writer.validate(context, input, 'part', current)
        : await this.writer.validate(context, { ...input, productId }, 'whole', null);
      refuseUnusable(change, facts);
      return {
        result: describeChange(row, target ?? null, change),
        store: { change, row: current?.row ?? this.writer.newRow(change) },
      };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { fields = {}, params } = error.details;
      const problems = Object.entries(fields).map(([field, messages]) => ({ field, messages }));
      const whole = { field: 'id', messages: [{ key: error.text, params }] };
      const { line, id, cells } = row;
      return {
        result: {
          ...{ line, action: 'refused', adId: Number(id) || null, adName: nameOf(row), changes: [], cells },
          problems: problems.length > 0 ? problems : [whole],
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

/** Returns the ads of a row, by its id or else by its name; a new ad has none. */
const targetsOf = (row: TableRow, { ads, adIds }: Facts): readonly number[] =>
  row.id === null
    ? (ads.get(nameOf(row) ?? '') ?? [])
    : [Number(row.id)].filter((id) => Number.isSafeInteger(id) && adIds.has(id));

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
