import type { Answer, ApiServer } from '../../../composition/testing/api-server';
import { CALLBACK_PATH } from '../oidc.service';
import { CLIENT } from './client';

const PUBLIC_URL = 'https://t.example';

/** Returns the cookies that an answer sets, as a request sends them. */
export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  [...new Set(headers.getSetCookie().map((one) => one.split(';')[0] ?? ''))].join('; ');

/** A sign-in that has begun. */
export interface Begun {
  readonly url: URL;
  readonly state: string;
  readonly cookie: string;
}

/** The end of a sign-in at the provider: a ticket, or the reason of a refusal. */
export interface Ended {
  readonly ticket: string | undefined;
  readonly error: string | undefined;
  readonly cookie: string;
}

/** Steps of a single sign-on, as a browser takes them. */
export function singleSignOn(api: ApiServer) {
  const begin = async (email: string, remember = false): Promise<Begun> => {
    const answer = await api.rest('/auth/oidc/', { body: { email, remember } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const url = new URL(answer.body.url);
    return { url, state: url.searchParams.get('state') ?? '', cookie: cookiesOf(answer) };
  };
  /** Opens the callback. */
  const open = async (query: Record<string, string> | string, cookie: string): Promise<Ended> => {
    const answer = await fetch(`${api.url}${CALLBACK_PATH}?${new URLSearchParams(query)}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    const to = new URL(answer.headers.get('location') ?? 'about:blank');
    return {
      ticket: /^#sso=(.+)/.exec(to.hash)?.[1],
      error: to.searchParams.get('error') ?? undefined,
      cookie: cookiesOf(answer),
    };
  };
  const exchange = ({ ticket, cookie }: Pick<Ended, 'ticket' | 'cookie'>): Promise<Answer> =>
    api.rest('/auth/oidc/session/', { body: { ticket }, headers: { cookie } });
  /** Follows the provider's redirects until it sends the browser back. */
  const follow = async (start: URL): Promise<string> => {
    const jar = new Map<string, string>();
    for (let url = start, left = 10; left > 0; left -= 1) {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      });
      for (const one of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/);
        jar.set(name, value);
      }
      url = new URL(answer.headers.get('location') ?? 'about:blank', url);
      if (url.origin === PUBLIC_URL) return url.search.slice(1);
    }
    throw new Error('The provider does not come back');
  };
  /** Runs a change of the settings by GraphQL; those of the test by default. */
  const configure = async (token: string, input: Record<string, unknown>) => {
    const { body } = await api.graphql(
      'mutation ($input: IdentityProviderInput!) { r: updateIdentityProvider(input: $input) { version } }',
      {
        token,
        variables: {
          input: {
            ...CLIENT,
            allowedDomains: 'alpha.example',
            enabled: true,
            passwordsOff: false,
            ...input,
          },
        },
      },
    );
    return body;
  };
  return { begin, open, exchange, follow, configure };
}
