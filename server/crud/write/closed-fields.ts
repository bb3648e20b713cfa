import { fieldsClosedToAgencies, RoleType, camelCase } from '../../../shared/catalog';
import { validate, type Fields } from '../../../shared/entities';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import { sameValue } from '../same-value';
import type { Input, Values } from './write-spec';

const closed: ReadonlySet<string> = new Set(fieldsClosedToAgencies.map(camelCase));

/**
 * What an actor may have written of the input. An AGENCY user's closed fields stay as they are; sending
 * them back unchanged is no change.
 * @param current what stands; for a new row what stands where nothing is given
 * @throws FORBIDDEN naming the fields that the role may not write
 */
export function writableInput(actor: Actor, fields: Fields, input: Input, current: Values): Input {
  if (actor.role !== RoleType.AGENCY) return input;
  const names = Object.keys(fields).filter((name) => closed.has(name));
  const sent = names.filter((name) => input[name] !== undefined);
  const { values } = validate(fields, Object.fromEntries(sent.map((name) => [name, input[name]])), { partial: true });
  const wrong = sent.filter((name) => !sameValue(values[name], current[name]));
  if (wrong.length > 0) {
    throw new Failure('FORBIDDEN', 'forbidden', { fields: Object.fromEntries(wrong.map((name) => [name, [{ key: 'notWritable' }]])) });
  }
  return { ...input, ...Object.fromEntries(names.map((name) => [name, current[name]])) };
}
