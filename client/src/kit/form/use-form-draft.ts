import { useDraft } from '../draft';
import type { FormHandle } from './form-engine';
import { changedFields, type FormValues } from './values';

/**
 * Returns the input worth storing: the changes of a stored record, all fields of a new one, never passwords.
 */
export function unsavedIn({
  dirty,
  fields,
  initial,
  stored,
  values,
}: Pick<FormHandle, 'dirty' | 'fields' | 'initial' | 'stored' | 'values'>): FormValues | undefined {
  if (!dirty) return undefined;
  const names = (stored ? changedFields(fields, initial, values) : Object.keys(fields)).filter(
    (name) => fields[name]?.kind !== 'password',
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, values[name]])) : undefined;
}

/**
 * Stores a form's input when the session expires.
 * @returns whether the form shows restored, unsaved input
 */
export function useFormDraft(form: FormHandle): boolean {
  const restored = useDraft<FormValues>({
    form: `${form.entity} ${String(form.stored?.id ?? 'new')}`,
    unsaved: () => unsavedIn(form),
    restore: (values) => {
      if (!form.readOnly) form.restart(form.initial, values);
    },
  });
  return restored && form.dirty;
}
