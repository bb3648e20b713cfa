import { placeholders, type Placeholder, type TemplateValues } from './template';

/** Returns sample values of a fictitious result for a test postback. The click id marks it as a test. */
export function sampleValues(status: string, cvTime: string): TemplateValues {
  const named = Object.fromEntries(placeholders.map((name) => [name, `test-${name.replace('_', '-')}`]));
  return { ...named, args: 'order=test-1', amount: 1000, cv_time: cvTime, ad_id: 0, status };
}

/** Returns the placeholders of a template, without duplicates. */
export function findPlaceholders(template: string): Placeholder[] {
  return placeholders.filter((name) => template.includes(`{${name}}`));
}
