import { ruleMessage, type Field } from './field';
import { text } from './text';

/**
 * Comma-separated REST names of measures, without duplicates.
 *
 * @param known selectable names
 * @param most largest number of names
 */
export function measures(known: readonly string[], most: number): Field<string | null> {
  const { rule, ...field } = text({ required: true, max: 255 });
  const namesIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(',') : []);
  return {
    ...field,
    kind: 'measures',
    rule: rule
      .transform((value: unknown) =>
        typeof value === 'string'
          ? [
              ...new Set(
                value
                  .split(',')
                  .map((name) => name.trim())
                  .filter(Boolean),
              ),
            ].join(',') || null
          : value,
      )
      .test('known', ruleMessage('mustBeOneOf', { values: known.join(', ') }), (value: unknown) =>
        namesIn(value).every((name) => known.includes(name)),
      )
      .test(
        'most',
        ruleMessage('tooManyValues', { count: most }),
        (value: unknown) => namesIn(value).length <= most,
      ),
  };
}
