import { parse, type DocumentNode } from 'graphql';

/** Parses a typed query. Returns null for invalid syntax, which the editor and the server report. */
export function parseQuery(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
