import type { ApolloClient } from '@apollo/client';
import { isRecord } from '../../../shared/records';
import { MeDocument, SelectionsDocument, type MeQuery, type SelectionsQuery, type SelectionsQueryVariables } from '../generated/first';
import { tokenStore } from './token-store';

/** What a page begins with. */
export interface Start {
  readonly me: MeQuery;
  readonly selections: SelectionsQuery;
  readonly variables: SelectionsQueryVariables;
}

const KEY = 'ic_start';
/** Characters; beyond them it is quicker to wait for the server. */
const MOST = 200_000;

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
    const text = JSON.stringify(start);
    try {
      if (text.length <= MOST) tokenStore.storage.setItem(KEY, text);
    } catch {
      // Storage may be full or forbidden: the next page waits for the server.
    }
  },

  remove(): void {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem(KEY);
  },

  /** Puts them into the client's cache, if they are those of whoever is signed in. What a newer console asks for beside is not there: it waits. */
  restore(client: ApolloClient): void {
    const text = tokenStore.storage.getItem(KEY);
    const tokens = tokenStore.read();
    if (text === null || !tokens) return;
    try {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written above; the cache gives nothing of what lacks a field
      const { me, selections, variables } = JSON.parse(text) as Start;
      if (String(me.me.profile.userId) !== subjectOf(tokens.access)) return;
      client.writeQuery({ query: MeDocument, data: me });
      client.writeQuery({ query: SelectionsDocument, data: selections, variables });
    } catch {
      lastStart.remove();
    }
  },
};
