import { placeholders, type Placeholder, type TemplateValues } from './template';

/** Values of a result that never was: what a test send fills into a template. The click id says what it is. */
export function sampleValues(status: string, cvTime: string): TemplateValues {
  const named = Object.fromEntries(placeholders.map((name) => [name, `test-${name.replace('_', '-')}`]));
  return { ...named, args: 'order=test-1', amount: 1000, cv_time: cvTime, ad_id: 0, status };
}

/** The placeholders that a template names, each once. */
export function namedPlaceholders(template: string): Placeholder[] {
  return placeholders.filter((name) => template.includes(`{${name}}`));
}
