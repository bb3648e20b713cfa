import { fieldId, type FormHandle } from './form-engine';

/** Leads to the first of fields that stands in the form: others are known to the server alone, or out of sight. */
export function focusField(form: Pick<FormHandle, 'id'>, names: readonly string[]): void {
  const element = names.map((name) => document.getElementById(fieldId(form, name))).find((one) => one !== null);
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.focus({ preventScroll: true });
}
