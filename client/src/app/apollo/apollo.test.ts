import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { of, throwError, type Observable } from 'rxjs';
import { createAuthLink, createRetryLink, createRightsLink, createApolloClient, LOG_ROWS } from './client';
import { buildSchema, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const QUERY = gql`
  query Q {
    ok
  }
`;
const MUTATION = gql`
  mutation M {
    ok
  }
`;

type Answer = ApolloLink.Result | Error;
const OK: Answer = { data: { ok: true } };
const REFUSED: Answer = { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] };
const status = (statusCode: number): Error =>
  new ServerError('failed', {
    response: { status: statusCode, headers: new Headers() } as Response,
    bodyText: '',
  });

/** Server stub that returns the answers in order and records the tokens it receives. */
function server(answers: Answer[]) {
  const tokens: (string | undefined)[] = [];
  const link = new ApolloLink((operation): Observable<ApolloLink.Result> => {
    const headers = operation.getContext().headers as Record<string, string> | undefined;
    tokens.push(headers?.Authorization);
    const answer = answers.shift() ?? new Error('not expected');
    return answer instanceof Error ? throwError(() => answer) : of(answer);
  });
  return { link, tokens };
}

const clientOf = (...links: ApolloLink[]): ApolloClient =>
  new ApolloClient({ link: ApolloLink.from(links), cache: new InMemoryCache() });

beforeAll(() => {
  // jsdom has no Headers; the links only pass them on.
  globalThis.Headers ??= Map as unknown as typeof Headers;
});

describe('auth link', () => {
  const session = (renewed: { access: string; refresh: string } | undefined) => ({
    access: () => 'old',
    refresh: jest.fn(() => Promise.resolve(renewed)),
  });

  it.each([
    ['a GraphQL error', REFUSED],
    ['status 401', status(401)],
    // rule: messages-01
  ])('renews the token after %s and repeats once', async (_name, refusal) => {
    const fake = server([refusal, OK]);
    const access = session({ access: 'new', refresh: 'r' });
    const result = await clientOf(createAuthLink(access), fake.link).query({ query: QUERY });
    expect(result.data).toEqual({ ok: true });
    expect(fake.tokens).toEqual(['Bearer old', 'Bearer new']);
    expect(access.refresh).toHaveBeenCalledTimes(1);
    expect(access.refresh).toHaveBeenCalledWith('old');
  });

  it('repeats a rejected mutation too, because it was not executed', async () => {
    const fake = server([REFUSED, OK]);
    await clientOf(createAuthLink(session({ access: 'new', refresh: 'r' })), fake.link).mutate({
      mutation: MUTATION,
    });
    expect(fake.tokens).toHaveLength(2);
  });

  it('does not repeat for ever', async () => {
    const fake = server([REFUSED, REFUSED, OK]);
    const access = session({ access: 'new', refresh: 'r' });
    await expect(clientOf(createAuthLink(access), fake.link).query({ query: QUERY })).rejects.toThrow();
    expect(access.refresh).toHaveBeenCalledTimes(1);
  });

  // rule: messages-02
  it('passes the rejection on when the session has ended', async () => {
    const fake = server([REFUSED]);
    await expect(
      clientOf(createAuthLink(session(undefined)), fake.link).query({ query: QUERY }),
    ).rejects.toThrow('no');
  });
});

describe('retry link', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('repeats a query once after %i', async (code) => {
    const fake = server([status(code), OK]);
    await clientOf(createRetryLink(), fake.link).query({ query: QUERY });
    expect(fake.tokens).toHaveLength(2);
  });

  it('gives up after the second failure', async () => {
    const fake = server([status(503), status(503), OK]);
    await expect(clientOf(createRetryLink(), fake.link).query({ query: QUERY })).rejects.toThrow();
    expect(fake.tokens).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 501])('does not repeat after %i', async (code) => {
    const fake = server([status(code), OK]);
    await expect(clientOf(createRetryLink(), fake.link).query({ query: QUERY })).rejects.toThrow();
    expect(fake.tokens).toHaveLength(1);
  });

  it('never repeats a mutation', async () => {
    const fake = server([status(503), OK]);
    await expect(clientOf(createRetryLink(), fake.link).mutate({ mutation: MUTATION })).rejects.toThrow();
    expect(fake.tokens).toHaveLength(1);
  });
});

describe('rights link', () => {
  const FORBIDDEN: Answer = { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] };

  it.each<[string, Answer, number]>([
    ['a query without the right', FORBIDDEN, 1],
    ['a successful query', OK, 0],
    ['a query rejected for another reason', REFUSED, 0],
  ])('reports only queries that lack a right: %s', async (_name, answer, times) => {
    const onRefused = jest.fn();
    await clientOf(createRightsLink(onRefused), server([answer]).link)
      .query({ query: QUERY })
      .catch(() => undefined);
    expect(onRefused).toHaveBeenCalledTimes(times);
  });

  it('leaves a rejected mutation to its caller', async () => {
    const onRefused = jest.fn();
    await expect(
      clientOf(createRightsLink(onRefused), server([FORBIDDEN]).link).mutate({ mutation: MUTATION }),
    ).rejects.toThrow('no');
    expect(onRefused).not.toHaveBeenCalled();
  });
});

const schema = buildSchema(readFileSync(join(__dirname, '../../../../schema.graphql'), 'utf8'));

describe('the Apollo cache', () => {
  it('knows the row type of every log', () => {
    const lists = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type.name.endsWith('List') && 'countExact' in type.getFields(),
    );
    expect([...LOG_ROWS].sort()).toEqual(lists.map(({ name }) => name.replace(/List$/, '')).sort());
  });

  it('stores log rows with their query, because the same id is another row elsewhere', () => {
    const { cache } = createApolloClient();
    const query = gql`
      query Accesses($page: Int) {
        accesses(page: $page) {
          results {
            id
            ipAddress
          }
        }
      }
    `;
    const row = (ipAddress: string | null) => ({
      accesses: { __typename: 'AccessList', results: [{ __typename: 'Access', id: 'p1', ipAddress }] },
    });
    cache.writeQuery({ query, variables: { page: 1 }, data: row('203.0.113.9') });
    cache.writeQuery({ query, variables: { page: 2 }, data: row(null) });
    expect(cache.readQuery({ query, variables: { page: 1 } })).toEqual(row('203.0.113.9'));
    expect(cache.readQuery({ query, variables: { page: 2 } })).toEqual(row(null));
  });
});
