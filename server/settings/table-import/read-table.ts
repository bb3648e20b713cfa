import { rulesOf, type Fields, type SettingName } from '../../../shared/settings';
import { parseCellDay, parseCellNumber, plainCell } from '../../../shared/domain/table-cells';
import { texts } from '../../../shared/i18n';
import { isRecord } from '../../../shared/records';
import { badInput } from '../../auth/failure';
import type { LineFault } from '../../records/table/csv-records';
import { readTableFile, type TableFile } from '../../records/table/table-file';
import type { Input, Values } from '../../records/setting-definition';
import { snakeCase } from '../../db/columns';

/** A row of an uploaded table. */
export interface TableRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly id: string | null;
  readonly values: Input;
  /** Names of references given instead of ids, by the id's field. */
  readonly names: Readonly<Record<string, string>>;
  /** Why the line is unreadable; null if it is readable. */
  readonly fault: LineFault | null;
  /** Cells as in the file. */
  readonly cells: readonly string[];
}

/** A table of a setting. Its columns are named as in the file. */
export interface Table extends Pick<TableFile, 'columns' | 'sheets' | 'sheet'> {
  readonly rows: readonly TableRow[];
  /** Unknown columns. */
  readonly ignored: readonly string[];
}

/** The specification's second name for the status, accepted if the table lacks the first. */
const STATUS = { column: 'status', second: 'ad_status' } as const;

const languages = Object.values(texts);

/** Columns that a table of a setting may have. */
interface KnownColumns {
  readonly fields: Fields;
  /** Fields by REST column name. */
  readonly byColumn: ReadonlyMap<string, string>;
  /** References by name column: `asp` for `aspId`. */
  readonly byLabel: ReadonlyMap<string, string>;
  /** Columns by their heading in the console, in each language; references are given by name. */
  readonly byHeading: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
}

function knownColumns(setting: SettingName): KnownColumns {
  const { fields } = rulesOf(setting);
  const byLabel = new Map(
    Object.entries(fields).flatMap(([name, { refers }]) =>
      refers ? [[snakeCase(name).replace(/_id$/, ''), name] as const] : [],
    ),
  );
  const byHeading = languages.flatMap(({ fields: { label } }) => {
    const words: Readonly<Record<string, string>> = label;
    return ['id', ...Object.keys(fields)].flatMap((name): [string, string][] => {
      const heading = words[`${setting}_${name}`] ?? words[name];
      return heading === undefined
        ? []
        : [[heading, fields[name]?.refers ? snakeCase(name).replace(/_id$/, '') : snakeCase(name)]];
    });
  });
  return {
    fields,
    byColumn: new Map(Object.keys(fields).map((name) => [snakeCase(name), name])),
    byLabel,
    byHeading: new Map(byHeading),
    ids: new Set(['id', `${snakeCase(setting)}_id`]),
  };
}

const flags = new Map(
  [
    ['true', '1', ...languages.flatMap(({ enums, list }) => [enums.Status.VALID, list.on])],
    ['false', '0', ...languages.flatMap(({ enums, list }) => [enums.Status.INVALID, list.off])],
  ].flatMap((words, at) => words.map((word) => [word.toLowerCase(), at === 0] as const)),
);

function feesOf(text: string): unknown {
  try {
    const fees: unknown = JSON.parse(text);
    if (!Array.isArray(fees) || !fees.every(isRecord)) return text;
    return fees.map((fee) => ({ periodFrom: fee.period_from, periodTo: fee.period_to, amount: fee.amount }));
  } catch {
    return text;
  }
}

const NUMERIC: ReadonlySet<string | undefined> = new Set(['money', 'number', 'integer', 'ref', 'choice']);

/** Reads a cell; days and numbers as spreadsheets write them, other texts as they are. */
function valueOf(field: Fields[string] | undefined, text: string): unknown {
  if (text === '') return null;
  if (field?.kind === 'flag') return flags.get(plainCell(text).toLowerCase()) ?? text;
  if (field?.kind === 'day') return parseCellDay(text) ?? text;
  if (NUMERIC.has(field?.kind)) return parseCellNumber(text) ?? text;
  return field?.kind === 'list' ? feesOf(text) : text;
}

/** Maximum number of unknown columns in a message, and of letters each. */
const MOST_NAMES = 8;
const MOST_LETTERS = 40;

const shortened = (names: readonly string[]): string[] =>
  names.slice(0, MOST_NAMES).map((name) => name.slice(0, MOST_LETTERS));

/** Error message that lists unknown columns. */
const unknownColumns = (names: readonly string[]) => ({
  key: 'unknownColumns' as const,
  params: {
    names: [...shortened(names.filter(Boolean)), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', '),
  },
});

const isKnown = ({ byColumn, byLabel, ids }: KnownColumns, name: string): boolean =>
  byColumn.has(name) || byLabel.has(name) || ids.has(name);

/** Returns the REST names of columns, which may be given as REST names or as console headings. */
function columnsOf(known: KnownColumns, named: readonly string[]): string[] {
  const columns = named.map((name) => (isKnown(known, name) ? name : known.byHeading.get(name)) ?? name);
  return columns.includes(STATUS.column)
    ? columns
    : columns.map((name) => (name === STATUS.second ? STATUS.column : name));
}

/**
 * Reads an uploaded table of a setting with columns named as in REST, the template or the console.
 * @throws BAD_USER_INPUT when it is no table, has no known column, or has more than 10,000 rows
 */
export async function readTable(setting: SettingName, csv: string, chosen: string | null): Promise<Table> {
  const known = knownColumns(setting);
  const { fields, byColumn, byLabel, ids } = known;
  const isKnownName = (name: string): boolean => isKnown(known, name);
  const score = (named: readonly string[]) => columnsOf(known, named).filter(isKnownName).length;
  const { columns: named, rows: body, sheets, sheet } = await readTableFile(csv, { score, sheet: chosen });
  const columns = columnsOf(known, named);
  if (!columns.some(isKnownName)) throw badInput({ csv: unknownColumns(named) });
  const rows = body.map(({ cells, line, fault }): TableRow => {
    const values: Values = {};
    const names: Record<string, string> = {};
    let id: string | null = null;
    for (const [at, column] of columns.entries()) {
      const text = cells[at] ?? '';
      const field = byColumn.get(column);
      const labelled = byLabel.get(column);
      if (field) values[field] = valueOf(fields[field], text);
      else if (labelled) names[labelled] = text;
      else if (ids.has(column) && text !== '') id = plainCell(text);
    }
    return { line, id, values, names, fault, cells };
  });
  return { rows, columns: named, sheets, sheet, ignored: columns.filter((name) => !isKnownName(name)) };
}
