import { Kind, parse, print, type DocumentNode, type SelectionNode, type ValueNode } from 'graphql';
import {
  findMeasure,
  isReportName,
  measureName,
  periodPresets,
  snakeCase,
  type PeriodPreset,
  type ReportName,
} from '../../../../shared/catalog';
import { isRecord, type UnknownRecord } from '../../../../shared/records';
import { readPeriod, type Period } from '../period/period';
import { explorerQuery } from './explorer-query';

/** A report with the parameters of its REST download. */
export interface ReportRequest {
  readonly name: ReportName;
  readonly parameters: URLSearchParams;
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}

/** Returns the variables of an editor; null unless they are an object or empty. */
function variablesOf(text: string): UnknownRecord | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the relative period in the variables of a query. */
export function periodIn(variables: string | null | undefined): PeriodPreset | undefined {
  const period = variablesOf(variables ?? '')?.period;
  return periodPresets.find((preset) => preset === period);
}

/** Returns an argument as text of a REST parameter. */
function textOf(value: ValueNode, variables: UnknownRecord): string {
  switch (value.kind) {
    case Kind.LIST:
      return value.values.map((one) => textOf(one, variables)).join(',');
    case Kind.ENUM:
      return value.value.toLowerCase();
    case Kind.VARIABLE: {
      const given = variables[value.name.value];
      return typeof given === 'string' ? given : '';
    }
    case Kind.NULL:
    case Kind.OBJECT:
      return '';
    default:
      return String(value.value);
  }
}

/** Lines of comments above a query. The first one is its title. */
const TITLE = /^(?:\s*#.*\n)+/;

/** Returns the comment lines above a query. */
export const titleLines = (query: string): string => TITLE.exec(query)?.[0] ?? '';

const fieldNamed = (selections: readonly SelectionNode[] | undefined, name: string) => {
  const field = selections?.find((one) => one.kind === Kind.FIELD && one.name.value === name);
  return field?.kind === Kind.FIELD ? field.selectionSet?.selections : undefined;
};

/** Returns the measures that a query selects, by their REST names. */
const measuresIn = (selections: readonly SelectionNode[] | undefined): string[] =>
  (fieldNamed(fieldNamed(selections, 'results'), 'figures') ?? []).flatMap((one) => {
    const measure = one.kind === Kind.FIELD ? findMeasure(one.name.value) : null;
    return measure ? [measureName(measure)] : [];
  });

/** Returns the period of a report; undefined for the default. */
export const periodOf = (parameters: URLSearchParams): Period | undefined =>
  readPeriod(
    new URLSearchParams({
      period: parameters.get('period') ?? '',
      from: parameters.get('date_from') ?? '',
      to: parameters.get('date_to') ?? '',
    }),
  );

const DAYS = ['period', 'date_from', 'date_to'];

/**
 * Reads the report from a query as `explorerQuery` writes it, whatever its title and its line breaks. Returns
 * null for any other query: a builder would lose a part of it.
 */
export function readExplorerQuery(query: string, variables: string): ReportRequest | null {
  const body = query.slice(titleLines(query).length);
  const document = body.includes('#') ? null : parsed(body);
  const given = variablesOf(variables);
  const operation = document?.definitions[0];
  if (!document || !given || operation?.kind !== Kind.OPERATION_DEFINITION) return null;
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || !isReportName(field.name.value)) return null;
  const name = field.name.value;
  const parameters = new URLSearchParams();
  const measures = measuresIn(field.selectionSet?.selections);
  if (measures.length > 0) parameters.set('columns', measures.join(','));
  for (const { name: argument, value } of field.arguments ?? []) {
    const members = value.kind === Kind.OBJECT ? value.fields : [{ name: argument, value }];
    for (const member of members) {
      const { value: key } = member.name;
      const text = textOf(member.value, given);
      if (text !== '' && key !== 'pageSize')
        parameters.set(key.startsWith('sort') ? key : snakeCase(key), text);
    }
  }
  const again = parsed(explorerQuery(name, parameters));
  const unused = Object.keys(given).filter((key) => key !== 'period' || !parameters.has('period'));
  const isWhole = again !== null && print(again) === print(document);
  const hasDays = periodOf(parameters) !== undefined || !DAYS.some((day) => parameters.has(day));
  return isWhole && unused.length === 0 && hasDays ? { name, parameters } : null;
}
