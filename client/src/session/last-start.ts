import type { ApolloClient } from '@apollo/client';
import { isRecord } from '../../../shared/records';
import {
  MeDocument,
  SelectionsDocument,
  type MeQuery,
  type SelectionsQuery,
  type SelectionsQueryVariables,
} from '../generated/first';
import { defineStored, type Stored } from '../preferences/stored';
import { tokenStore } from './token-store';

/** What a page begins with. */
export interface Start {
  readonly me: MeQuery;
  readonly selections: SelectionsQuery;
  readonly variables: SelectionsQueryVariables;
}

/** Beyond them it is quicker to wait for the server. */
const MOST_CHARACTERS = 200_000;

const keptIn = (storage: () => Storage): Stored<Start> =>
  defineStored({ name: 'start', version: 1, most: MOST_CHARACTERS, storage });
const remembered = keptIn(() => localStorage);
const forThisTab = keptIn(() => sessionStorage);
/** The one beside the session's tokens. */
const besideTokens = (): Stored<Start> => (tokenStore.remembered ? remembered : forThisTab);

/** Whom a token was made out to: text, as the server writes it. */
function subjectOf(token: string): string | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return isRecord(claims) && typeof claims.sub === 'string' ? claims.sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The answers that this session's last page began with, kept beside its tokens. The next page shows what they allow and
 * asks its own questions at once, while the server is asked for them anew.
 */
export const lastStart = {
  write(start: Start): void {
    besideTokens().write(start);
  },

  remove(): void {
    remembered.remove();
    forThisTab.remove();
  },

  /** Puts them into the client's cache, if they are those of whoever is signed in. */
  restore(client: ApolloClient): void {
    const start = besideTokens().read();
    const tokens = tokenStore.read();
    if (!start || !tokens || String(start.me.me.profile.userId) !== subjectOf(tokens.access)) return;
    try {
      client.writeQuery({ query: MeDocument, data: start.me });
      client.writeQuery({ query: SelectionsDocument, data: start.selections, variables: start.variables });
    } catch {
      // An older console asked otherwise: this page waits for the server.
      lastStart.remove();
    }
  },
};
