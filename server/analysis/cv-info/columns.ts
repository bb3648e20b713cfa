import { snakeCase } from '../../../shared/catalog';
import { formatDateTime } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import { isRecord, recordsIn, type UnknownRecord } from '../../../shared/records';
import { conversions } from '../../logs/conversion.log';
import type { LogField, LogType } from '../../logs/log-record';
import type { Cell } from '../../export/cell';
import type { ReportRow } from '../input';
import type { Column } from '../report/columns';
import type { Part, ValueKind } from '../report/report';

/** Without what only the filter of a figure tells, which this report has not. */
const { figurePart: _figurePart, ...fields }: Readonly<Record<string, LogField>> = conversions.fields;
const kinds: Readonly<Record<LogType, { readonly always: ValueKind; readonly nullable?: ValueKind }>> = {
  text: { always: 'text', nullable: 'text?' },
  int: { always: 'int', nullable: 'int?' },
  float: { always: 'float', nullable: 'float?' },
  bool: { always: 'bool' },
  instant: { always: 'instant' },
  label: { always: 'label?' },
};

/** What the log of conversions shows of one: the rows of this report begin with it. */
export const conversionFields = Object.entries(fields).flatMap(
  ([name, { type, nullable }]): [string, ValueKind][] => {
    if (!type) return [];
    const kind = kinds[type];
    return [[name, (nullable ? kind.nullable : undefined) ?? kind.always]];
  },
);

/** A touch of the path: to an agency those of others say no more than their time and share. */
const TOUCH: Part = {
  type: 'CvInfoTouch',
  list: true,
  fields: { interactionId: 'text?', adId: 'int?', ad: 'text?', time: 'instant', share: 'float' },
};

/** Fields of a row. */
export const rowFields = {
  ...Object.fromEntries(conversionFields),
  touches: 'int',
  latency: 'float?',
  path: TOUCH,
} as const satisfies Part['fields'];

/** The specification's own names of some fields, beside those that follow from the log. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  id: 'conversion_id',
  lastCvAd: 'last_cv_ad_name',
  performanceCvAd: 'performance_cv_ad_name',
};

/** A value of a row by the name of its field. */
const valueOf = (row: ReportRow, field: string): unknown => {
  const { [field]: value }: UnknownRecord = row;
  return value;
};

/** A value as a cell: times are Tokyo's, relations their labels. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) return formatDateTime(value.getTime());
  if (isRecord(value)) return typeof value.label === 'string' ? value.label : null;
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? value
    : undefined;
}

/** Between the steps of a path in a cell. */
const STEP = ' > ';
const OTHERS = '*';

const restTouch = ({ interactionId, adId, ad, time, share }: UnknownRecord): UnknownRecord => ({
  interaction_id: interactionId,
  ad_id: adId,
  ad,
  time: cellOf(time),
  share,
});

/** The path as REST has it; undefined where it was not asked for. */
function restPath(row: ReportRow): UnknownRecord[] | undefined {
  const path = valueOf(row, 'path');
  return Array.isArray(path) ? recordsIn(path).map(restTouch) : undefined;
}

const column = (name: string, field: string, more: Partial<Column> = {}): Column => ({
  name,
  fields: [field],
  value: (row) => cellOf(valueOf(row, field)),
  title: (locale) => {
    const labels: Readonly<Record<string, string>> = texts[locale].fields.label;
    return labels[`log_${field}`] ?? labels[field] ?? name;
  },
  unit: null,
  ofLog: true,
  ...more,
});

/** The columns of a row in REST and files: those of the log of conversions, then what its path says. */
export const cvInfoColumns: readonly Column[] = [
  ...conversionFields.flatMap(([field]) => [
    column(snakeCase(field), field),
    ...(FURTHER_NAMES[field] ? [column(FURTHER_NAMES[field], field)] : []),
  ]),
  column('touches', 'touches', { unit: 'count' }),
  column('latency', 'latency', { unit: 'seconds' }),
  column('path', 'path', {
    value: (row) => JSON.stringify(restPath(row)),
    rest: restPath,
    filed: (row) =>
      recordsIn(valueOf(row, 'path'))
        .map(({ ad }) => cellOf(ad) ?? OTHERS)
        .join(STEP),
  }),
];
