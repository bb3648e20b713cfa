import { array, object } from 'yup';
import { ruleMessage, type Field, type Fields, type Values } from './field';

/** Entries that are saved with their entity. */
export function list<F extends Fields>(entry: F, options: { max: number }): Field<Values<F>[]> {
  const shape = Object.fromEntries(Object.entries(entry).map(([name, field]) => [name, field.rule]));
  const rule = array(object(shape).typeError(ruleMessage('mustBeList')).nonNullable(ruleMessage('required')))
    .typeError(ruleMessage('mustBeList'))
    .nullable()
    .max(options.max, ruleMessage('tooMany', { count: options.max }));
  return { kind: 'list', rule, required: false, absent: [], max: options.max, entry };
}
