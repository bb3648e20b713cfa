import type { RightKey } from '../../../shared/catalog';
import { rulesOf, validate } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound, type FailureMessage } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { changedFields, type WriteContext } from '../../records/audit/record';
import { createTrafficYield } from '../../backpressure/traffic-load';
import type { Loaded } from '../../records/write/load-rows';
import { newIds } from '../../records/write/references';
import type { Setting } from '../../db/columns';
import type { Change, Input } from '../../records/setting-definition';
import type { ValidatedRow, WriteService } from '../../records/write/write.service';
import { lockRevision, revisionOf } from '../../db/revision-subscriber';
import { allIds, readFacts, type Facts, type Ids } from './import-references';
import { readTable, type TableRow } from './read-table';

/** How the rows of a table match the rows of a setting. */
export interface TableMatching {
  /** The menu whose edit right an import requires. */
  readonly right: RightKey;
  /** The field whose error says that a row matches several. */
  readonly keyField: string;
  /** Returns the key that identifies a row without an id; null if the input has none. */
  keyOf(input: Input): string | null;
  /** Returns the name of a row in the preview. */
  labelOf(row: TableRow, input: Input): string | null;
  /** Reads the rows of a product that the actor may see, by key. */
  existing(context: WriteContext, productId: number): Promise<Ids>;
}

/** The change that a row makes, or would make; its values are JSON. */
interface ImportRow {
  readonly line: number;
  readonly action: 'create' | 'update' | 'unchanged' | 'refused';
  readonly id: number | null;
  readonly label: string | null;
  readonly changes: ReadonlyArray<Record<'field' | 'before' | 'after', string | null>>;
  readonly problems: ReadonlyArray<{ readonly field: string; readonly messages: readonly FailureMessage[] }>;
  /** Cells of a refused row; null for others. */
  readonly cells: readonly string[] | null;
}

/** An uploaded table. */
export interface TableUpload {
  readonly productId: number;
  readonly csv: string;
  readonly sheet?: string | null | undefined;
  readonly dryRun: boolean;
  readonly skipRefused: boolean;
}

/** A validated row with the change to store. */
interface ImportedRow<E extends Setting> {
  readonly result: ImportRow;
  readonly store?: ValidatedRow<E>;
}

/** A row of the table with the rows that it matches. */
interface MatchedRow {
  readonly row: TableRow;
  /** Its values with ids instead of names, or why it has none. */
  readonly input: Input | Failure;
  readonly key: string | null;
  readonly ids: readonly number[];
}

const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
const isRefused = ({ result }: Pick<ImportedRow<never>, 'result'>): boolean => result.action === 'refused';

/**
 * Imports a setting from CSV: previews the changes, then stores all of them or, with a refused row, none.
 */
export class TableImportService<E extends Setting> {
  constructor(
    private readonly writer: WriteService<E>,
    private readonly matching: TableMatching,
  ) {}

  /**
   * Runs an import. A dry run stores nothing, nor does a refused row unless it is skipped.
   * @throws FORBIDDEN, BAD_USER_INPUT when the upload is not a table of the setting
   */
  async run(actor: Actor, given: TableUpload, client: Client) {
    requireRight(actor, this.matching.right, 'edit');
    requireProduct(actor, given.productId);
    const {
      rows: table,
      ignored: ignoredColumns,
      ...file
    } = await readTable(this.writer.setting.name, given.csv, given.sheet ?? null);
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

  private async store(context: WriteContext, validated: readonly ImportedRow<E>[]): Promise<void> {
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
    table: readonly TableRow[],
  ): Promise<ImportedRow<E>[]> {
    const facts = await readFacts(context, this.writer.setting.name, productId, table);
    const existing = await this.matching.existing(context, productId);
    const known = allIds(existing);
    const rows = table.map((row): MatchedRow => {
      const input = this.inputOf(row, facts);
      const key = input instanceof Failure ? null : this.matching.keyOf(input);
      const ids =
        row.id === null ? (existing.get(key ?? '') ?? []) : [Number(row.id)].filter((id) => known.has(id));
      return { row, input, key, ids };
    });
    const yieldToTraffic = createTrafficYield();
    const loaded = await this.writer.load(context, [...new Set(rows.flatMap(({ ids }) => ids))]);
    /** New rows of previous lines, by key. */
    const created = new Map<string, Loaded<E>>();
    const done: ImportedRow<E>[] = [];
    for (const matched of rows) {
      const [id] = matched.ids;
      const current = id === undefined ? created.get(matched.key ?? '') : loaded.get(id);
      const outcome = await this.validateRow(context, matched, productId, current, facts);
      if (outcome.store) {
        const after = { row: outcome.store.row, values: outcome.store.change.values };
        if (id !== undefined) loaded.set(id, after);
        else if (matched.key) created.set(matched.key, after);
      }
      done.push(outcome);
      await yieldToTraffic();
    }
    return done;
  }

  /** Returns the values of a row with ids instead of names, or the error of an unknown name. */
  private inputOf(row: TableRow, facts: Facts): Input | Failure {
    try {
      if (row.fault) throw badInput({ csv: { key: row.fault } });
      return { ...row.values, ...this.resolveNames(row, facts) };
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  private async validateRow(
    context: WriteContext,
    { row, input, ids }: MatchedRow,
    productId: number,
    current: Loaded<E> | undefined,
    facts: Facts,
  ): Promise<ImportedRow<E>> {
    const label = this.matching.labelOf(row, input instanceof Failure ? row.values : input);
    try {
      if (input instanceof Failure) throw input;
      const [id, ...others] = ids;
      if (row.id !== null && id === undefined)
        throw badInput({ id: { key: 'noSuchName', params: { name: row.id } } });
      if (others.length > 0) throw badInput({ [this.matching.keyField]: { key: 'notUnique' } });
      if (id !== undefined && !current) throw notFound();
      const change = current
        ? await this.writer.validate(context, input, 'part', current)
        : await this.writer.validate(context, { ...input, productId }, 'whole', null);
      refuseUnusable(change, facts);
      return {
        result: { ...describeChange(change), line: row.line, id: id ?? null, label },
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
          ...{ line, action: 'refused', id: Number(id) || null, label, changes: [], cells },
          problems: problems.length > 0 ? problems : [whole],
        },
      };
    }
  }

  /** Returns ids for the names in a row. @throws BAD_USER_INPUT naming all errors of the row */
  private resolveNames({ names, values }: TableRow, facts: Facts): Record<string, number | null> {
    const input: Record<string, number | null> = {};
    const wrong: Record<string, FailureMessage> = {};
    for (const [field, name] of Object.entries(names)) {
      // An id in the same row takes precedence.
      if (field in values) continue;
      const ids = name === '' ? [] : (facts.idsByName.get(field)?.get(name) ?? []);
      if (name !== '' && ids.length !== 1)
        wrong[field] = { key: ids.length === 0 ? 'noSuchName' : 'nameNotUnique', params: { name } };
      input[field] = ids[0] ?? null;
    }
    // Report all errors of a row at once, because the file is corrected elsewhere.
    if (Object.keys(wrong).length > 0) {
      const { fields } = rulesOf(this.writer.setting.name);
      throw badInput({ ...validate(fields, values, { partial: true }).errors, ...wrong });
    }
    return input;
  }
}

function describeChange<E extends Setting>(
  change: Change<E>,
): Pick<ImportRow, 'action' | 'changes' | 'problems' | 'cells'> {
  const before = change.current?.values ?? {};
  const after = change.values;
  const changes = changedFields(before, after).map((field) => ({
    field,
    before: json(before[field]),
    after: json(after[field]),
  }));
  const action = !change.current ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  return { action, changes, problems: [], cells: null };
}

/**
 * Refuses a row's unusable references, which would otherwise fail the whole upload when stored. @throws
 * FORBIDDEN
 */
function refuseUnusable<E extends Setting>({ values, current }: Change<E>, { usable }: Facts): void {
  const wrong = [...usable].filter(([field, ids]) =>
    newIds(field, values, current?.values ?? null).some((id) => !ids.has(id)),
  );
  if (wrong.length === 0) return;
  throw new Failure('FORBIDDEN', 'noPermissionForConditions', {
    fields: Object.fromEntries(wrong.map(([field]) => [field, [{ key: 'noPermissionForConditions' }]])),
  });
}
