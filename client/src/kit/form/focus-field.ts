import { fieldId, type FormHandle } from './form-engine';

/** Leads to the first of fields that stands in the form: others are known to the server alone, or out of sight. */
export function focusField(form: Pick<FormHandle, 'id'>, names: readonly string[]): void {
  const element = names
    .map((name) => document.getElementById(fieldId(form, name)))
    .find((one) => one !== null);
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.focus({ preventScroll: true });
}

/** Puts the focus in the first field of a form that takes the place of what was read: the button that led there is gone. */
export function focusFirstField(formElementId: string): void {
  document
    .getElementById(formElementId)
    ?.querySelector<HTMLElement>('input:enabled, textarea:enabled')
    ?.focus({ preventScroll: true });
}
