import { Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql';
import { excessOf, limits, weightOf, type Excess } from '../../../../../../shared/query/weight';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';

/** What a query costs before it runs. */
export type Cost =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unread' }
  | {
      readonly kind: 'weighed';
      readonly cost: number;
      readonly fields: number;
      readonly depth: number;
      readonly excess: Excess | null;
    };

/** Words and signs of a text, as far as they can be told apart; counted no further than `most` + 1. */
function tokensOf(text: string, most: number): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF && count <= most) count += 1;
  } catch {
    // What can't be read is judged by the parser.
  }
  return count;
}

/** The variables as they are typed; none where they can't be read, for then the request is not sent. */
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

/** Weighs what is typed by the rule by which the server refuses. */
export function costOf(query: string, variables: string): Cost {
  if (query.replaceAll(/#.*/g, '').trim() === '') return { kind: 'empty' };
  const tokens = tokensOf(query, limits.tokens);
  const document = parsed(query);
  if (!document) return { kind: 'unread' };
  const given = variablesOf(variables);
  const { cost, fields, depth } = weightOf(document, given);
  const excess: Excess | null =
    tokens > limits.tokens ? { of: 'tokens', is: tokens, most: limits.tokens } : excessOf(document, given);
  return { kind: 'weighed', cost, fields, depth, excess };
}
