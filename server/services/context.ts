import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import type { BrowserCookies } from '../auth/oidc/browser-cookies';
import type { Client } from '../auth/sessions';
import type { Services } from './services';
import type { Locale } from '../../shared/i18n/messages';
import type { Loaders } from './loaders';

/** Request context of an operation, for GraphQL and REST. */
export interface ApiContext {
  /** Null without a valid access token. */
  readonly actor: Actor | null;
  readonly client: Client;
  /** Cookies of a single sign-on; absent in background work. */
  readonly cookies?: BrowserCookies;
  readonly locale: Locale;
  /** Identifies the request in logs and error responses. */
  readonly requestId: string;
  readonly services: Services;
  /** Loaders of relations, per request; null without a sign-in. */
  readonly loaders: Loaders | null;
  /** Aborted when the client closes the connection; absent in background work. */
  readonly gone?: AbortSignal;
  /** Whether an update replaces all fields instead of only those sent (REST's PUT). */
  readonly replaces?: boolean;
}

/**
 * Returns the signed-in actor.
 * @throws UNAUTHENTICATED
 */
export function signedIn(context: Pick<ApiContext, 'actor'>): Actor {
  if (!context.actor) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
  return context.actor;
}

/**
 * Returns the request's loaders.
 * @throws UNAUTHENTICATED
 */
export function loadersOf({ loaders }: Pick<ApiContext, 'loaders'>): Loaders {
  if (!loaders) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
  return loaders;
}
