import { entities, type Fields } from '../../../../shared/entities';
import { isRecord } from '../../../../shared/records';
import { badInput } from '../../../auth/failure';
import { readCsv } from '../../../crud/csv-table';
import type { Input, Values } from '../../../crud/write/write-spec';
import { snakeCase } from '../../../db/naming';
import { unguarded } from '../../../export/cell';

/** One row of an uploaded table. */
export interface TableRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly id: string | null;
  readonly values: Input;
  /** Names instead of ids, by the field that the id belongs to. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Table {
  readonly rows: readonly TableRow[];
  /** Columns that mean nothing here. */
  readonly ignored: readonly string[];
}

const fields: Fields = entities.ad.fields;
/** The field of each column, by its REST name. */
const byColumn = new Map(Object.keys(fields).map((name) => [snakeCase(name), name]));
/** `asp` for `aspId`: a relation by its name. */
const byLabel = new Map(Object.entries(fields).flatMap(([name, { refers }]) => (refers ? [[snakeCase(name).replace(/_id$/, ''), name] as const] : [])));
const ids = new Set(['id', 'ad_id']);
/** The specification's second name of the status, where a table has no first one. */
const STATUS = { column: 'status', second: 'ad_status' } as const;

const flags = new Map([['true', true], ['1', true], ['false', false], ['0', false]]);

function feesOf(text: string): unknown {
  try {
    const fees: unknown = JSON.parse(text);
    if (!Array.isArray(fees) || !fees.every(isRecord)) return text;
    return fees.map((fee) => ({ periodFrom: fee.period_from, periodTo: fee.period_to, amount: fee.amount }));
  } catch {
    return text;
  }
}

function valueOf(field: Fields[string] | undefined, text: string): unknown {
  if (text === '') return null;
  if (field?.kind === 'flag') return flags.get(text.trim().toLowerCase()) ?? text;
  return field?.kind === 'list' ? feesOf(text) : text;
}

/** Whether the first line can be one of column names: nothing of a picture or a workbook can. */
const isHeaded = (names: readonly string[], rows: number): boolean => (names.length > 1 || rows > 0) && !names.some((name) => /[\p{Cc}\uFFFD]/u.test(name));

/** So many columns are told of, each so long at most. */
const MOST_NAMES = 8;
const MOST_LETTERS = 40;

/** Says which columns mean nothing here, and what they may be called. */
const unknownColumns = (names: readonly string[]) => ({
  key: 'unknownColumns' as const,
  params: {
    names: [...names.filter(Boolean).slice(0, MOST_NAMES).map((name) => name.slice(0, MOST_LETTERS)), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', '),
    example: 'ad_name, status',
  },
});

/**
 * Reads an uploaded CSV of ads, its columns named as in REST and in the template.
 * @throws BAD_USER_INPUT when it is no table, knows no column, or has more than 10,000 rows
 */
export function readTable(csv: string): Table {
  const { columns: named, rows: body } = readCsv(csv);
  const columns = named.includes(STATUS.column) ? named : named.map((name) => (name === STATUS.second ? STATUS.column : name));
  const known = (name: string) => byColumn.has(name) || byLabel.has(name) || ids.has(name);
  if (!columns.some(known)) throw badInput({ csv: isHeaded(named, body.length) ? unknownColumns(named) : { key: 'brokenTable' } });
  const rows = body.map(({ cells, line }): TableRow => {
    const values: Values = {};
    const names: Record<string, string> = {};
    let id: string | null = null;
    for (const [at, column] of columns.entries()) {
      const text = unguarded(cells[at] ?? '');
      const field = byColumn.get(column);
      const labelled = byLabel.get(column);
      if (field) values[field] = valueOf(fields[field], text);
      else if (labelled) names[labelled] = text;
      else if (ids.has(column) && text !== '') id = text;
    }
    return { line, id, values, names };
  });
  return { rows, ignored: columns.filter((name) => !known(name)) };
}
