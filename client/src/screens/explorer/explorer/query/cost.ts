import { parse, type DocumentNode } from 'graphql';
import {
  findExceededLimit,
  limits,
  weighDocument,
  type ExceededLimit,
} from '../../../../../../shared/query/weight';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';

/** Parses a typed query. Returns null for invalid syntax, which the editor and the server report. */
export function parseQuery(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Estimated cost of a query. */
export type Cost =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'weighed';
      readonly cost: number;
      readonly fields: number;
      readonly depth: number;
      readonly excess: ExceededLimit | null;
    };

/** Parses the typed variables. Returns none if they are invalid, because such a request isn't sent. */
function variablesOf(text: string): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Calculates the cost of the typed query by the server's rule. */
export function costOf(query: string, variables: string): Cost {
  if (query.replaceAll(/#.*/g, '').trim() === '') return { kind: 'empty' };
  const document = parseQuery(query);
  if (!document) return { kind: 'unread' };
  const given = variablesOf(variables);
  const { tokenCount: tokens = 0 } = document;
  const excess: ExceededLimit | null =
    tokens > limits.tokens
      ? { of: 'tokens', is: tokens, most: limits.tokens }
      : findExceededLimit(document, given);
  return { kind: 'weighed', ...weighDocument(document, given), excess };
}
