import { Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql';
import {
  findExceededLimit,
  limits,
  weighDocument,
  type ExceededLimit,
} from '../../../../../../shared/query/weight';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';

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

/** Counts the tokens of a text, up to `most` + 1. */
function tokensOf(text: string, most: number): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF && count <= most) count += 1;
  } catch {
    // The parser reports syntax errors.
  }
  return count;
}

/** Parses the typed variables. Returns none if they are invalid, because such a request isn't sent. */
function variablesOf(text: string): UnknownRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function parsed(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Calculates the cost of the typed query by the server's rule. */
export function costOf(query: string, variables: string): Cost {
  if (query.replaceAll(/#.*/g, '').trim() === '') return { kind: 'empty' };
  const tokens = tokensOf(query, limits.tokens);
  const document = parsed(query);
  if (!document) return { kind: 'unread' };
  const given = variablesOf(variables);
  const { cost, fields, depth } = weighDocument(document, given);
  const excess: ExceededLimit | null =
    tokens > limits.tokens
      ? { of: 'tokens', is: tokens, most: limits.tokens }
      : findExceededLimit(document, given);
  return { kind: 'weighed', cost, fields, depth, excess };
}
