import { validate, type Fields } from '../../../shared/settings';
import { Failure } from '../../auth/failure';
import { sameValue } from '../same-value';
import type { Input, Values } from './write-spec';

/**
 * Returns the input without changes to fields that are closed to the role: they keep their current values,
 * whether left out or sent unchanged.
 * @param current the stored values; for a new row the defaults
 * @throws FORBIDDEN naming the closed fields that would change
 */
export function writableInput(
  fields: Fields,
  closed: ReadonlySet<string>,
  input: Input,
  current: Values,
): Input {
  const names = [...closed].filter((name) => name in fields);
  if (names.length === 0) return input;
  const sent = names.filter((name) => input[name] !== undefined);
  const { values } = validate(fields, Object.fromEntries(sent.map((name) => [name, input[name]])), {
    partial: true,
  });
  const wrong = sent.filter((name) => !sameValue(values[name], current[name]));
  if (wrong.length > 0) {
    throw new Failure('FORBIDDEN', 'forbidden', {
      fields: Object.fromEntries(wrong.map((name) => [name, [{ key: 'notWritable' }]])),
    });
  }
  return { ...input, ...Object.fromEntries(names.map((name) => [name, current[name]])) };
}
