import type { Page } from 'playwright-core';

/** Collects what a page asks of GraphQL from now on. */
export const graphqlOf = (page: Page): (() => unknown[]) => {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/graphql')) asked.push(request.postDataJSON());
  });
  return () => asked;
};
