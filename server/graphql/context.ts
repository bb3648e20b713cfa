import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import type { Client } from '../auth/sessions';
import type { Services } from '../composition/services';
import type { Locale } from '../../shared/i18n/messages';
import type { Loaders } from './loaders';

/** What an operation knows of its request, over GraphQL and REST alike. */
export interface ApiContext {
  /** Null without a valid access token. */
  readonly actor: Actor | null;
  readonly client: Client;
  readonly locale: Locale;
  /** Names the request in logs and in answers to what went wrong. */
  readonly requestId: string;
  readonly services: Services;
  /** What relations are read by; made for the request, and only for who is signed in. */
  readonly loaders: Loaders | null;
  /** Whether an update replaces all fields instead of those sent (REST's PUT). */
  readonly replaces?: boolean;
}

/** The signed-in actor. @throws UNAUTHENTICATED */
export function signedIn(context: Pick<ApiContext, 'actor'>): Actor {
  if (!context.actor) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
  return context.actor;
}

/** The request's loaders. @throws UNAUTHENTICATED */
export function loadersOf({ loaders }: Pick<ApiContext, 'loaders'>): Loaders {
  if (!loaders) throw new Failure('UNAUTHENTICATED', 'unauthenticated');
  return loaders;
}
