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

/** Data that a page starts with. */
export interface StartData {
  readonly me: MeQuery;
  readonly selections: SelectionsQuery;
  readonly variables: SelectionsQueryVariables;
}

/** Above this size, waiting for the server is faster. */
const MAX_CHARACTERS = 200_000;

const storedIn = (storage: () => Storage): Stored<StartData> =>
  defineStored({ name: 'start', version: 1, maxLength: MAX_CHARACTERS, storage });
const remembered = storedIn(() => localStorage);
const forThisTab = storedIn(() => sessionStorage);
/** Returns the entry in the same storage as the session's tokens. */
const tokenStorageEntry = (): Stored<StartData> => (tokenStore.remembered ? remembered : forThisTab);

/** Returns the subject of a token, as text like the server writes it. */
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
 * Start data of this session's last page, stored beside its tokens. The next page renders with it and sends
 * its own queries at once, while the server is queried again.
 */
export const lastStart = {
  write(start: StartData): void {
    tokenStorageEntry().write(start);
  },

  remove(): void {
    remembered.remove();
    forThisTab.remove();
  },

  /** Writes the data to the client's cache, if it belongs to the signed-in user. */
  restore(client: ApolloClient): void {
    const start = tokenStorageEntry().read();
    const tokens = tokenStore.read();
    if (!start || !tokens || String(start.me.me.profile.userId) !== subjectOf(tokens.access)) return;
    try {
      client.writeQuery({ query: MeDocument, data: start.me });
      client.writeQuery({ query: SelectionsDocument, data: start.selections, variables: start.variables });
    } catch {
      // An older console used other queries, so this page waits for the server.
      lastStart.remove();
    }
  },
};
