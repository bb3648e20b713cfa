/** A row of a report or list in a REST response. */
export type Row = Record<string, unknown>;

export interface Report {
  results: Row[];
  total: Row;
  count: number;
}

/** Signed-in client of the REST and GraphQL APIs. */
export interface RestClient {
  /** Returns the response body. Throws unless the status is 200. */
  get<T>(path: string): Promise<T>;
  /** Returns the response. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the data of a GraphQL operation. Throws the server's errors. */
  graphql<T = unknown>(query: string, variables?: object): Promise<T>;
}

/** Signs in over REST. */
export const signIn = async (url: string, email: string, password = 'Password1!'): Promise<RestClient> => {
  const answer = await fetch(`${url}/api/v1/auth/signin/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  const { access } = (await answer.json()) as { access: string };
  const signed = (address: string, init: RequestInit = {}): Promise<Response> =>
    fetch(address, { ...init, headers: { ...init.headers, Authorization: `Bearer ${access}` } });
  const ask: RestClient['ask'] = (path, init) => signed(`${url}/api/v1${path}`, init);
  return {
    ask,
    graphql: async <T>(query: string, variables: object = {}): Promise<T> => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await signed(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data?: T; errors?: unknown };
      if (errors || !data) throw new Error(`${query}: ${JSON.stringify(errors)}`);
      return data;
    },
    get: async <T>(path: string): Promise<T> => {
      const response = await ask(path);
      if (response.status !== 200)
        throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
};

/**
 * Repeats a read until the condition holds, because new data reaches reports within seconds. Returns the last
 * value.
 */
export const eventually = async <T>(
  ask: () => Promise<T>,
  good: (value: T) => boolean,
  ms = 10_000,
): Promise<T> => {
  for (const deadline = Date.now() + ms; ;) {
    const value = await ask();
    if (good(value) || Date.now() > deadline) return value;
    await new Promise((wake) => setTimeout(wake, 200));
  }
};
