import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../shared/settings';
import { useFieldTexts } from '../use-field-texts';
import { FieldFrame } from './field-frame';
import { FieldValue, DisplayValue } from './field-value';
import { controlOf } from './fields/control-of';
import { ListControl } from './fields/list-control';
import { fieldId, useForm } from './form-engine';
import type { FormItem } from './form-definition';
import styles from './form.module.css';

/** Kinds of typed text. Passwords state their length in their own hint. */
const TEXTS: ReadonlySet<Field['kind']> = new Set([
  'text',
  'long_text',
  'template',
  'email',
  'url',
  'domain',
  'phone',
  'ip_list',
  'text_list',
]);
/** Field kinds that take half of a section's width. */
const HALF: ReadonlySet<Field['kind']> = new Set([
  'integer',
  'money',
  'number',
  'percent',
  'choice',
  'flag',
  'ref',
  'day',
  'month',
  'phone',
  'email',
  'password',
]);

/** Field of a form, rendered by its kind in shared/settings. */
export const FormField = memo(function FormField({ item }: { item: FormItem & { name: string } }) {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const { name } = item;
  const field = form.fields[name];
  if (!field) return null;

  const id = fieldId(form, name);
  const label = texts.label(item.label ?? name);
  const value = form.values[name];
  const error = form.errors[name];
  const whole = item.whole ?? !HALF.has(field.kind);
  const className = `${styles.field} ${whole ? 'ic-span' : ''}`;

  if (form.readOnly) {
    return (
      <div className={className}>
        <DisplayValue label={label}>
          <FieldValue name={name} field={field} value={value} entity={form.entity} />
        </DisplayValue>
      </div>
    );
  }

  const control = {
    id,
    name,
    entity: form.entity,
    label,
    field,
    value,
    onChange: (next: unknown) => {
      form.set(name, next);
      item.changed?.(next, form);
    },
    onLeave: () => form.leave(name),
    invalid: error !== undefined,
    disabled: item.disabled?.(form.values) ?? false,
    describedBy: `${id}-note`,
    // A user who opens an existing record wants to read first.
    autoFocus: item.autoFocus && !form.stored,
  };
  const Control = controlOf(item.asTemplate ? 'template' : field.kind);
  return (
    <div className={className}>
      <FieldFrame
        id={id}
        label={label}
        required={field.required || (item.required?.(form.values) ?? false)}
        hint={item.hint ?? texts.hint(name)}
        typed={
          TEXTS.has(field.kind) ? { value, initial: form.initial[name], max: field.maxLength } : undefined
        }
        error={error}
      >
        {field.kind === 'list' ? (
          <ListControl {...control} foot={item.foot} addLabel={item.addLabel?.(t)} />
        ) : (
          <Control {...control} />
        )}
      </FieldFrame>
      {item.after?.(form)}
    </div>
  );
});
