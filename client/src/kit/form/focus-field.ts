import { fieldId, type FormHandle } from './form-engine';

/** Focuses the first of the named fields that is rendered; some exist only on the server or are hidden. */
export function focusField(form: Pick<FormHandle, 'id'>, names: readonly string[]): void {
  const element = names
    .map((name) => document.getElementById(fieldId(form, name)))
    .find((one) => one !== null);
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.focus({ preventScroll: true });
}

/**
 * Focuses the first field of a form that replaces a read-only view, because the button that led there is
 * gone.
 */
export function focusFirstField(formElementId: string): void {
  document
    .getElementById(formElementId)
    ?.querySelector<HTMLElement>('input:enabled, textarea:enabled')
    ?.focus({ preventScroll: true });
}
