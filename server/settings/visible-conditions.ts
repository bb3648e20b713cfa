import { snakeCase } from '../../shared/catalog/axes';
import type { Actor } from '../auth/actor';
import { filtersOf, type LogDefinition } from '../logs/log-definition';
import { logs } from '../logs/logs';

/** Names of filters by fields that masked roles don't see, as screens and REST write them. */
const maskedNames = new Set(
  Object.values<LogDefinition>(logs)
    .map(({ fields }) =>
      Object.fromEntries(Object.entries(fields).filter(([, { mask }]) => mask !== undefined)),
    )
    .flatMap((fields) => [...Object.keys(fields), ...Object.keys(filtersOf({ fields }))])
    .flatMap((name) => [name, snakeCase(name)]),
);
/** Texts that can quote any value: keywords, places in a list, and queries of the explorer. */
const QUOTING = new Set(['q', 'keyword', 'after', 'before', 'query', 'variables']);

/**
 * Returns the parameters of a stored page without the conditions that its reader may not see: for masked roles
 * those on masked fields, and texts of others that can quote such values.
 */
export function visibleConditions(actor: Actor, search: string, userId: unknown): string {
  if (!actor.grants.logs.masked) return search;
  const all = [...new URLSearchParams(search)];
  const visible = all.filter(
    ([name, value]) =>
      !maskedNames.has(name) &&
      !(name === 'sort' && maskedNames.has(value.replace(/^-/, ''))) &&
      (userId === actor.userId || !QUOTING.has(name)),
  );
  return visible.length === all.length ? search : new URLSearchParams(visible).toString();
}
