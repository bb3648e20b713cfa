import type { MiddlewareFn } from 'type-graphql';
import { badInput, type FailureMessage } from '../auth/failure';
import type { ApiContext } from './context';

/**
 * What an argument may hold at most, whichever door it comes by: more than a screen can send, less than a database
 * refuses.
 */
export const argumentLimits = {
  /** Characters of a text to look for. */
  keyword: 1000,
  /** Values of a list: a whole page of rows, or of a filter. */
  values: 10_000,
} as const;

const wrongOf = (name: string, value: unknown): [string, FailureMessage][] => {
  if (Array.isArray(value)) return value.length > argumentLimits.values ? [[name, { key: 'tooManyValues', params: { max: argumentLimits.values } }]] : [];
  if (name === 'keyword' && typeof value === 'string' && value.length > argumentLimits.keyword) {
    return [[name, { key: 'maxLength', params: { maxLength: argumentLimits.keyword } }]];
  }
  const isGroup = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isGroup ? Object.entries(value).flatMap(([field, below]) => wrongOf(field, below)) : [];
};

/**
 * Refuses arguments that are longer than anybody needs, naming each of them.
 * @throws BAD_USER_INPUT
 */
export const withinArgumentLimits: MiddlewareFn<ApiContext> = ({ args }, next) => {
  const wrong = wrongOf('', args);
  if (wrong.length > 0) throw badInput(Object.fromEntries(wrong));
  return next();
};
