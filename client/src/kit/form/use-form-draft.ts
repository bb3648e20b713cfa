import { useDraft } from '../draft';
import type { FormHandle } from './form-engine';
import { changedFields, type FormValues } from './values';

/** What is worth keeping of a form: the changes of what stands, all of a new one; passwords never. */
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

/** Keeps a form's input over the end of a session. @returns whether what it shows was kept so, and is not saved yet */
export function useFormDraft(form: FormHandle): boolean {
  const restored = useDraft<FormValues>({
    form: `${form.entity} ${String(form.stored?.id ?? 'new')}`,
    unsaved: () => unsavedIn(form),
    restore: (kept) => {
      if (!form.readOnly) form.restart(form.initial, kept);
    },
  });
  return restored && form.dirty;
}
