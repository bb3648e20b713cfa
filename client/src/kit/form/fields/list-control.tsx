import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldKind } from '../../../../../shared/settings';
import { recordsIn, type UnknownRecord } from '../../../../../shared/records';
import { useFieldTexts } from '../../use-field-texts';
import { useLengthHint, type TypedText } from '../field-frame';
import { fieldId, useForm } from '../form-engine';
import { formValues } from '../form-definition';
import type { ControlProps } from './control';
import { controlOf } from './control-of';
import styles from './fields.module.css';

const WIDE: ReadonlySet<FieldKind> = new Set(['url', 'long_text']);
const NARROW: ReadonlySet<FieldKind> = new Set(['integer']);

export interface ListControlProps extends ControlProps {
  /** Content beside the add button, for example a running total. */
  foot?: ((entries: readonly UnknownRecord[]) => ReactNode) | undefined;
  addLabel?: string | undefined;
}

interface PartNoteProps {
  id: string;
  typed: TypedText;
  error: string | undefined;
}

/** Error of an entry's field, or its maximum length once the user types. */
function PartNote({ id, typed, error }: PartNoteProps) {
  const { bound } = useLengthHint(typed);
  return (
    <div id={id} className={`ic-text-12 ${error ? 'ic-error' : 'ic-hint'}`}>
      {error ?? bound}
    </div>
  );
}

/** Entries that are saved with the record: fees of an ad, landing pages of a redirect. */
export function ListControl({
  name,
  field,
  value,
  entity,
  onChange,
  disabled,
  foot,
  addLabel,
  label,
}: ListControlProps) {
  const { t } = useTranslation();
  const texts = useFieldTexts(entity);
  const form = useForm();
  const entries = recordsIn(value);
  const fields = field.entry ?? {};
  const parts = Object.entries(fields).filter(([part]) => part !== 'id');
  const full = entries.length >= (field.max ?? Infinity);
  return (
    <div className="ic-stack ic-gap-8" role="group" aria-label={label}>
      {entries.map((entry, index) => (
        <div key={index} className="ic-flex ic-align-start ic-gap-12 ic-rounded ic-card ic-p-12-16">
          <div className="ic-flex ic-wrap ic-fill ic-gap-8">
            {parts.map(([part, partField]) => {
              const path = `${name}[${index}].${part}`;
              const error = form.errors[path];
              const id = fieldId(form, path);
              const Control = controlOf(partField.kind);
              const width = WIDE.has(partField.kind)
                ? styles.partWide
                : NARROW.has(partField.kind)
                  ? styles.partNarrow
                  : '';
              return (
                <div key={part} className={`${styles.part} ${width}`}>
                  <label className="ic-block ic-caption" htmlFor={id}>
                    {texts.label(`${name}_${part}`)}
                  </label>
                  <Control
                    id={id}
                    name={part}
                    entity={entity}
                    label={texts.label(`${name}_${part}`)}
                    field={partField}
                    value={entry[part]}
                    invalid={error !== undefined}
                    disabled={disabled}
                    describedBy={`${id}-note`}
                    onChange={(next) =>
                      onChange(entries.map((one, at) => (at === index ? { ...one, [part]: next } : one)))
                    }
                    onLeave={() => form.leave(path)}
                  />
                  <PartNote
                    id={`${id}-note`}
                    typed={{
                      value: entry[part],
                      initial: recordsIn(form.initial[name])[index]?.[part],
                      max: partField.maxLength,
                    }}
                    error={error}
                  />
                </div>
              );
            })}
          </div>
          {!disabled && (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('form.removeEntry', { number: index + 1 })}
              onClick={() => onChange(entries.filter((_one, at) => at !== index))}
            />
          )}
        </div>
      ))}
      <div className="ic-row ic-wrap ic-between ic-gap-12">
        {!disabled && (
          <Button
            icon={<PlusOutlined />}
            disabled={full}
            onClick={() => onChange([...entries, formValues(fields)])}
          >
            {full ? t('form.noMoreEntries', { max: field.max ?? 0 }) : (addLabel ?? t('form.addEntry'))}
          </Button>
        )}
        {foot?.(entries)}
      </div>
    </div>
  );
}
