/** One row of a report or list, as REST answers it. */
export type Row = Record<string, unknown>;

export interface Report {
  results: Row[];
  total: Row;
  count: number;
}

/** A signed-in user of the doors for programs. */
export interface RestClient {
  /** The answer's body; throws unless it is 200. */
  get<T>(path: string): Promise<T>;
  /** The answer itself. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** What a GraphQL operation answers; throws what the server says instead. */
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
      const got = await signed(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await got.json()) as { data?: T; errors?: unknown };
      if (errors || !data) throw new Error(`${query}: ${JSON.stringify(errors)}`);
      return data;
    },
    get: async <T>(path: string): Promise<T> => {
      const got = await ask(path);
      if (got.status !== 200) throw new Error(`GET ${path}: ${got.status} ${await got.text()}`);
      return (await got.json()) as T;
    },
  };
};

/** Asks again until the answer is what is waited for; arrivals show in reports within seconds. Answers the last one. */
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
