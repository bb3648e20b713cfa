import type { Page } from 'playwright-core';

/** A question as it was sent. */
export interface Asked {
  readonly operationName?: string;
}

/** Collects what a page asks of GraphQL from now on. */
export const graphqlOf = (page: Page): (() => Asked[]) => {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') asked.push(request.postDataJSON() as Asked);
  });
  return () => asked;
};
