import type { Page } from 'playwright-core';

/** A GraphQL query as sent. */
export interface SentQuery {
  readonly operationName?: string;
}

/** Collects the GraphQL queries that a page sends from now on. */
export const graphqlOf = (page: Page): (() => SentQuery[]) => {
  const queries: SentQuery[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') queries.push(request.postDataJSON() as SentQuery);
  });
  return () => queries;
};
