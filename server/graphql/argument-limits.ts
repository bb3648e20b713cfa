import type { MiddlewareFn } from 'type-graphql';
import { badInput, type FailureMessage } from '../auth/failure';
import type { ApiContext } from '../services/context';

/**
 * Limits of an argument in every API: above everything the console sends, below everything a database
 * rejects.
 */
export const argumentLimits = {
  /** Characters of a search text. */
  keyword: 1000,
  /** Values of all lists together: the rows of a whole page, or a filter. */
  values: 10_000,
} as const;

type NamedValue = readonly [name: string, value: unknown];

/** Flattens arguments and input fields into pairs of name and value. */
const flattenValues = ([name, value]: NamedValue): NamedValue[] => {
  const isGroup =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isGroup ? Object.entries(value).flatMap(flattenValues) : [[name, value]];
};

const isTooLong = ([name, value]: NamedValue): boolean =>
  name === 'keyword' && typeof value === 'string' && value.length > argumentLimits.keyword;

/**
 * Rejects arguments above the limits and names them.
 * @throws BAD_USER_INPUT
 */
export const withinArgumentLimits: MiddlewareFn<ApiContext> = ({ args }, next) => {
  const values = flattenValues(['', args]);
  const lists = values.flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, length: value.length }] : [],
  );
  const errors: Record<string, FailureMessage> = {};
  if (values.some(isTooLong))
    errors.keyword = { key: 'maxLength', params: { count: argumentLimits.keyword } };
  if (lists.reduce((sum, { length }) => sum + length, 0) > argumentLimits.values) {
    const longest = lists.reduce((one, other) => (other.length > one.length ? other : one));
    errors[longest.name] = { key: 'tooManyValues', params: { count: argumentLimits.values } };
  }
  if (Object.keys(errors).length > 0) throw badInput(errors);
  return next();
};
