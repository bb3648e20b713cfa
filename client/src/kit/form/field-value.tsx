import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatEnteredYen, formatPercent, yenAffixes } from '../../../../shared/format';
import { currentLanguage } from '../../i18n/i18n';
import { joinList } from '../../i18n/punctuation';
import type { Field } from '../../../../shared/settings';
import { recordsIn } from '../../../../shared/records';
import { useFieldTexts } from '../use-field-texts';
import { useNames } from '../../session/use-names';
import { adKindOf } from '../../session/ad-names';
import { useChoices, type Choice } from './choices';
import { formatDay, formatMonth } from '../tokyo-date';
import type { ReactNode } from 'react';

type FlagLabels = readonly [on: string, off: string];

/** Returns the labels of a flag: valid or invalid for a status, otherwise on or off. */
export const flagLabels = (t: TFunction, name: string): FlagLabels =>
  name === 'status' ? [t('enums.Status.VALID'), t('enums.Status.INVALID')] : [t('list.on'), t('list.off')];

const CODE = new Set<Field['kind']>(['template']);

/** Returns the text of a single value; empty if there is none. */
function valueText(
  field: Field,
  value: unknown,
  choices: readonly Choice[] | undefined,
  [on, off]: FlagLabels,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'flag') return value === true ? on : off;
  if (field.kind === 'day') return typeof value === 'number' ? formatDay(value) : String(value);
  if (field.kind === 'month') return formatMonth(Number(value), currentLanguage());
  if (field.kind === 'percent') return formatPercent(Number(value), { showZero: true });
  if (field.kind === 'money')
    return typeof value === 'number'
      ? formatEnteredYen(value, { showZero: true, yen: yenAffixes[currentLanguage()] })
      : String(value);
  if (Array.isArray(value))
    return joinList(
      value.map((one) => choices?.find((choice) => choice.value === one)?.label ?? `#${String(one)}`),
    );
  if (!choices) return String(value);
  return (
    choices.find((choice) => choice.value === value)?.label ??
    (field.refers ? `#${String(value)}` : String(value))
  );
}

interface FieldValueProps {
  name: string;
  field: Field;
  value: unknown;
  entity: string;
}

/** Read-only value: in details, for inherited values and in comparisons of changes. */
export function FieldValue({ name, field, value, entity }: FieldValueProps) {
  const { t } = useTranslation();
  const choices = useChoices(field);
  useNames(
    adKindOf(field.refers),
    [value].flat().filter((one) => typeof one === 'number'),
  );
  if (field.kind === 'list') return <ListValue name={name} field={field} value={value} entity={entity} />;
  const text = valueText(field, value, choices, flagLabels(t, name));
  if (text === '') return <span className="ic-muted">{t('form.notSet')}</span>;
  if (CODE.has(field.kind))
    return <code className="ic-block ic-rounded ic-sunken ic-p-8-16 ic-break ic-pre ic-code">{text}</code>;
  return <span className="ic-break ic-pre">{text}</span>;
}

function ListValue({ name, field, value, entity }: FieldValueProps) {
  const { t } = useTranslation();
  const texts = useFieldTexts(entity);
  const entries = recordsIn(value);
  if (entries.length === 0) return <span className="ic-muted">{t('form.notSet')}</span>;
  const parts = Object.entries(field.entry ?? {}).filter(([part]) => part !== 'id');
  return (
    <ul className="ic-list">
      {entries.map((entry, index) => (
        <li key={index} className="ic-flex ic-wrap ic-gap-4-12 ic-line-bottom">
          {parts.map(([part, partField]) => (
            <span key={part}>
              <small className="ic-muted">{texts.label(`${name}_${part}`)}</small>{' '}
              <FieldValue name={part} field={partField} value={entry[part]} entity={entity} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Read-only value of a form below its label. */
export function DisplayValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className="ic-baseline ic-gap-8 ic-mb-4 ic-medium">{label}</p>
      {children}
    </>
  );
}
