import { useTranslation } from 'react-i18next';
import { enumerations, isEnumValue, Status, type EnumerationName } from '../../../../shared/catalog';
import { formatEnteredYen, yenAffixes } from '../../../../shared/format';
import { isRecord } from '../../../../shared/records';
import { currentLanguage } from '../../i18n/i18n';
import { CodeCell } from '../copy-button';
import { enumLabel } from '../enum-label';
import { StatusTag } from '../status-tag';
import { useFieldTexts } from '../use-field-texts';
import type { ListColumn, ListRow } from './list-source';
import { formatDateTime, formatDay, parseDay } from '../tokyo-date';

type Options<Row> = Partial<Omit<ListColumn<Row>, 'key'>>;

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Returns the label of a reference. */
const labelIn = (value: unknown): string => (isRecord(value) ? textOf(value.label) : '');
function EnumText({ name, value }: { name: EnumerationName; value: unknown }) {
  const { t } = useTranslation();
  return <>{isEnumValue(enumerations[name], value) ? enumLabel(t, name, value) : ''}</>;
}

function StatusText({ value }: { value: boolean }) {
  const { t } = useTranslation();
  return (
    <StatusTag tone={value ? 'good' : 'muted'}>
      {enumLabel(t, 'Status', value ? Status.VALID : Status.INVALID)}
    </StatusTag>
  );
}

function FlagText({ value }: { value: boolean }) {
  const { t } = useTranslation();
  return value ? <>{t('list.on')}</> : <span className="ic-muted">{t('list.off')}</span>;
}

function CopyField({ entity, field, texts }: { entity: string; field: string; texts: readonly string[] }) {
  const label = useFieldTexts(entity).label(field);
  return texts.map((text) => <CodeCell key={text} label={label} text={text} />);
}

/**
 * Returns column factories for an entity's rows. They alone decide how each kind of value looks in a list.
 */
export function columnsOf<Row extends ListRow>(entity: string) {
  type Key = keyof Row & string;
  const column = (
    key: Key,
    width: number,
    render: ListColumn<Row>['render'],
    options: Options<Row> = {},
  ): ListColumn<Row> => ({
    key,
    width,
    render,
    ...options,
  });
  return {
    id: (options?: Options<Row>) => column('id', 72, (row) => String(row.id), { align: 'right', ...options }),
    /** The column that names the row. */
    name: (key: Key, options?: Options<Row>) =>
      column(key, 280, (row) => textOf(row[key]), { names: true, ...options }),
    text: (key: Key, options?: Options<Row>) => column(key, 180, (row) => textOf(row[key]), options),
    number: (key: Key, options?: Options<Row>) =>
      column(key, 100, (row) => textOf(row[key]), { align: 'right', ...options }),
    /** Yen amounts as entered, e.g. the cost of a click. */
    yen: (key: Key, options?: Options<Row>) =>
      column(
        key,
        120,
        (row) => formatEnteredYen(numberIn(row[key]), { yen: yenAffixes[currentLanguage()] }),
        {
          align: 'right',
          ...options,
        },
      ),
    /** A reference: `{id, label}`. */
    label: (key: Key, options?: Options<Row>) => column(key, 150, (row) => labelIn(row[key]), options),
    choice: (key: Key, name: EnumerationName, options?: Options<Row>) =>
      column(key, 150, (row) => <EnumText name={name} value={row[key]} />, options),
    status: (key: Key, options?: Options<Row>) =>
      column(key, 92, (row) => <StatusText value={row[key] === true} />, options),
    flag: (key: Key, options?: Options<Row>) =>
      column(key, 110, (row) => <FlagText value={row[key] === true} />, options),
    day: (key: Key, options?: Options<Row>) =>
      column(key, 112, (row) => (row[key] ? formatDay(parseDay(textOf(row[key])) ?? 0) : ''), options),
    time: (key: Key, options?: Options<Row>) =>
      column(key, 166, (row) => (row[key] ? formatDateTime(textOf(row[key])) : ''), options),
    /** Tags or URLs, each with a copy button; `of` returns them if there are several. */
    copy: (key: Key, { of, ...options }: Options<Row> & { of?: (row: Row) => readonly string[] } = {}) =>
      column(
        key,
        260,
        (row) => <CopyField entity={entity} field={key} texts={of?.(row) ?? [textOf(row[key])]} />,
        { sortable: false, ...options },
      ),
  };
}

/** Column factories of an entity. */
export type ColumnsOf<Row extends ListRow> = ReturnType<typeof columnsOf<Row>>;
