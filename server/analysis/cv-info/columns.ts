import { attributeKeys, axes, snakeCase } from '../../../shared/catalog';
import { formatDateTime } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import { isRecord, recordsIn, type UnknownRecord } from '../../../shared/records';
import { conversions } from '../../logs/conversion.log';
import type { LogField, LogType } from '../../logs/log-definition';
import type { Cell } from '../../export/csv';
import type { ReportRow } from '../input';
import { axisColumns, type Column } from '../report/columns';
import type { Part, ValueKind } from '../report/report';

/** Omits `figurePart`, which needs the drill-down filter; this report does not have it. */
const { figurePart: _figurePart, ...fields }: Readonly<Record<string, LogField>> = conversions.fields;
/** Conversions have no fields of type `textMap`. */
type FieldType = Exclude<LogType, 'textMap'>;
const kinds: Readonly<Record<FieldType, { readonly always: ValueKind; readonly nullable?: ValueKind }>> = {
  text: { always: 'text', nullable: 'text?' },
  int: { always: 'int', nullable: 'int?' },
  float: { always: 'float', nullable: 'float?' },
  bool: { always: 'bool' },
  instant: { always: 'instant' },
  label: { always: 'label?' },
};

/** Fields of the conversion log; the rows of this report start with them. */
export const conversionFields = Object.entries(fields).flatMap(
  ([name, { type, nullable }]): [string, ValueKind][] => {
    if (!type || type === 'textMap') return [];
    const kind = kinds[type];
    return [[name, (nullable ? kind.nullable : undefined) ?? kind.always]];
  },
);

/** A touch of the path. An agency only sees time and share of other agencies' touches. */
const TOUCH: Part = {
  type: 'CvInfoTouch',
  list: true,
  fields: { interactionId: 'text?', adId: 'int?', ad: 'text?', time: 'instant', share: 'float' },
};

/** Attributes of the credited ad. The device is one of the conversion. */
export const creditedAxes = attributeKeys.filter((axis) => axis !== 'device');
const creditedFields = creditedAxes.flatMap((axis): [string, ValueKind][] => [
  [axes[axis].idKey ?? axis, 'int?'],
  [axis, 'text?'],
]);

/** Fields of a row. */
export const rowFields = {
  ...Object.fromEntries([...conversionFields, ...creditedFields]),
  touches: 'int',
  latency: 'float?',
  path: TOUCH,
} as const satisfies Part['fields'];

/** Names from the specification, beside those that derive from the log. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  id: 'conversion_id',
  lastCvAd: 'last_cv_ad_name',
  performanceCvAd: 'performance_cv_ad_name',
};

/** Returns a row value by field name. */
const valueOf = (row: ReportRow, field: string): unknown => {
  const { [field]: value }: UnknownRecord = row;
  return value;
};

/** Converts a value to a cell: times in Tokyo time, relations as labels. */
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

/** Separates the steps of a path in a cell. */
const STEP = ' > ';
const OTHERS = '*';

const restTouch = ({ interactionId, adId, ad, time, share }: UnknownRecord): UnknownRecord => ({
  interaction_id: interactionId,
  ad_id: adId,
  ad,
  time: cellOf(time),
  share,
});

/** Returns the path for REST; undefined if it was not requested. */
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
  isLogField: true,
  ...more,
});

/** Columns of a row in REST and files: those of the conversion log, of its ad, and of the path. */
export const cvInfoColumns: readonly Column[] = [
  ...conversionFields.flatMap(([field]) => [
    column(snakeCase(field), field),
    ...(FURTHER_NAMES[field] ? [column(FURTHER_NAMES[field], field)] : []),
  ]),
  ...creditedAxes.flatMap(axisColumns),
  column('touches', 'touches', { unit: 'count' }),
  column('latency', 'latency', { unit: 'seconds' }),
  column('path', 'path', {
    value: (row) => JSON.stringify(restPath(row)),
    rest: restPath,
    fileValue: (row) =>
      recordsIn(valueOf(row, 'path'))
        .map(({ ad }) => cellOf(ad) ?? OTHERS)
        .join(STEP),
  }),
];
