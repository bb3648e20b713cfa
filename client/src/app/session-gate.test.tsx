import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { testSession } from '../../test/render';
import { startI18n } from '../i18n/i18n';
import { lastStart } from '../session/last-start';
import { tabUser } from '../session/product-choice';
import { useSession } from '../session/session-context';
import { tokenStore } from '../session/token-store';
import { SessionGate } from './session-gate';

const NO_CHOICES = {
  __typename: 'Selections',
  agency: [],
  asp: [],
  cvSetting: [],
  adCategory: [],
  adType: [],
};

/** Server stub that returns the signed-in user and the product's first day with data. */
function serverWith(firstDay: () => string | null | Error): ApolloLink {
  return new ApolloLink(
    ({ operationName }) =>
      new Observable((observer) => {
        const day = firstDay();
        if (day instanceof Error) return observer.error(day);
        const product = [
          { __typename: 'ProductSelection', id: 1, label: 'ハーブティー', weekStart: 1, firstDay: day },
        ];
        const selections = operationName === 'Me' ? { __typename: 'Selections', product } : NO_CHOICES;
        observer.next({
          data: {
            savedViews: [],
            me: {
              __typename: 'Me',
              profile: { __typename: 'Profile', ...testSession.profile, rights: [] },
              selections,
            },
          },
        });
        observer.complete();
      }),
  );
}

const Chooser = () => {
  const { chooseProduct } = useSession();
  const { pathname, search } = useLocation();
  return <button type="button" onClick={() => chooseProduct(2)}>{`${pathname}${search}`}</button>;
};

const FirstDay = () => <p>since {useSession().products[0]?.firstDay ?? 'never'}</p>;

const StartSource = () => <p>{useSession().isUnconfirmed ? 'of the last page' : 'of the server'}</p>;

const open = (firstDay: () => string | null | Error): Promise<void> => openWith(serverWith(firstDay));

async function openWith(link: ApolloLink, address = '/', page = <FirstDay />): Promise<void> {
  await startI18n('ja');
  // Synchronous answers have arrived when the page is returned.
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[address]}>
        <ApolloProvider
          client={
            new ApolloClient({
              link,
              cache: new InMemoryCache({
                typePolicies: { Me: { keyFields: [], merge: true }, Selections: { merge: true } },
              }),
              defaultOptions: {
                watchQuery: { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: true },
              },
            })
          }
        >
          <SessionGate>{page}</SessionGate>
        </ApolloProvider>
      </MemoryRouter>,
    ),
  );
}

const becomes = async (time: string): Promise<void> => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
};

describe('a session over midnight', () => {
  afterEach(() => jest.restoreAllMocks());

  it('learns that there is data since yesterday', async () => {
    let firstDay: string | null = null;
    await becomes('2026-11-22T23:00:00+09:00');
    await open(() => firstDay);
    expect(await screen.findByText('since never')).toBeInTheDocument();
    firstDay = '2026-11-22';
    await becomes('2026-11-23T00:00:01+09:00');
    expect(await screen.findByText('since 2026-11-22')).toBeInTheDocument();
  });

  it('stays unchanged if the server does not answer', async () => {
    let answer: string | Error = '2026-11-01';
    await becomes('2026-11-22T23:00:00+09:00');
    await open(() => answer);
    expect(await screen.findByText('since 2026-11-01')).toBeInTheDocument();
    answer = new Error('away');
    await becomes('2026-11-23T00:00:01+09:00');
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.getByText('since 2026-11-01')).toBeInTheDocument();
  });
});

describe('a session with a stored start', () => {
  const tokenOf = (userId: number) => ({
    access: `h.${btoa(JSON.stringify({ sub: String(userId) }))}.s`,
    refresh: 'r',
  });
  const pausedServer = (): { answer: () => void; link: ApolloLink } => {
    const waiting: (() => void)[] = [];
    let day = '2026-10-01';
    const server = serverWith(() => day);
    const link = new ApolloLink(
      (operation, forward) =>
        new Observable(
          (observer) => void waiting.push(() => server.request(operation, forward)!.subscribe(observer)),
        ),
    );
    return {
      link,
      answer: () => {
        day = '2026-11-01';
        waiting.splice(0).forEach((go) => go());
      },
    };
  };
  beforeEach(async () => {
    sessionStorage.clear();
    tokenStore.write(tokenOf(testSession.profile.userId), false);
    await open(() => '2026-10-01');
    await screen.findByText('since 2026-10-01');
    cleanup();
  });

  it('starts with the stored data and then follows the server', async () => {
    const server = pausedServer();
    await openWith(server.link);
    expect(screen.getByText('since 2026-10-01')).toBeInTheDocument();
    await act(async () => {
      server.answer();
      await new Promise((done) => setTimeout(done, 20));
    });
    expect(await screen.findByText('since 2026-11-01')).toBeInTheDocument();
  });

  it('is marked as unconfirmed until the server answers, because rights may have changed', async () => {
    const server = pausedServer();
    await openWith(server.link, '/', <StartSource />);
    expect(screen.getByText('of the last page')).toBeInTheDocument();
    await act(async () => {
      server.answer();
      await new Promise((done) => setTimeout(done, 20));
    });
    expect(await screen.findByText('of the server')).toBeInTheDocument();
  });

  it.each([
    ['another user has signed in', () => tokenStore.write(tokenOf(testSession.profile.userId + 1), false)],
    ['the stored data is unreadable', () => sessionStorage.setItem('ic_start', '{"me":')],
    [
      'the stored data lacks fields that are needed now',
      () =>
        sessionStorage.setItem(
          'ic_start',
          JSON.stringify({
            version: 1,
            expires: Date.now() + 60_000,
            data: {
              me: { me: { profile: { userId: testSession.profile.userId } } },
              selections: {},
              variables: {},
            },
          }),
        ),
    ],
    ['the user signed out', () => lastStart.remove()],
  ])('waits for the server if %s', async (_case, change) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    change();
    const server = pausedServer();
    await openWith(server.link);
    expect(screen.queryByText(/^since/)).toBeNull();
    await act(async () => {
      server.answer();
      await new Promise((done) => setTimeout(done, 20));
    });
    expect(await screen.findByText('since 2026-11-01')).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});

describe('selections of a product', () => {
  it('never show those of the previous product, and report a failure to load', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    sessionStorage.clear();
    const product = [1, 2].map((id) => ({
      __typename: 'ProductSelection',
      id,
      label: `商品${id}`,
      weekStart: 1,
      firstDay: null,
    }));
    const asp = [{ __typename: 'Selection', id: 3, label: '商品1のASP' }];
    let fail = (): void => undefined;
    const link = new ApolloLink(
      ({ operationName, variables }) =>
        new Observable((observer) => {
          if (variables.productId === 2) {
            fail = () => observer.error(new Error('away'));
            return;
          }
          const selections =
            operationName === 'Me' ? { __typename: 'Selections', product } : { ...NO_CHOICES, asp };
          observer.next({
            data: {
              savedViews: [],
              me: {
                __typename: 'Me',
                profile: { __typename: 'Profile', ...testSession.profile, rights: [] },
                selections,
              },
            },
          });
          observer.complete();
        }),
    );
    const Asps = () => (
      <p>
        ASP:{' '}
        {useSession()
          .selections.asp.map(({ label }) => label)
          .join()}
      </p>
    );
    await openWith(
      link,
      '/log/cv?product_id=1',
      <>
        <Chooser />
        <Asps />
      </>,
    );
    expect(await screen.findByText('ASP: 商品1のASP')).toBeInTheDocument();
    await act(async () => screen.getByRole('button').click());
    expect(screen.getByText('ASP:')).toBeInTheDocument();
    await act(async () => fail());
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});

describe('another user signs in in the same tab', () => {
  const ME = testSession.profile.userId;
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it.each([
    [
      'redirects to the landing page if the address names a product that is not theirs',
      ME + 1,
      '/log/cv?product_id=2',
      '/dashboard',
    ],
    ['redirects to the landing page if they may not open the page', ME + 1, '/config/agency', '/dashboard'],
    ['keeps a page that they may open', ME + 1, '/no/such?product_id=1', '/no/such?product_id=1'],
    [
      'shows the refusal if they opened the page themselves',
      ME,
      '/log/cv?product_id=2',
      '/log/cv?product_id=2',
    ],
    ['shows the refusal in a new tab', undefined, '/log/cv?product_id=2', '/log/cv?product_id=2'],
  ] as const)('%s', async (_rule, before, address, expected) => {
    if (before !== undefined) tabUser.write(before);
    await openWith(
      serverWith(() => '2026-10-01'),
      address,
      <Chooser />,
    );
    expect(await screen.findByRole('button')).toHaveTextContent(expected);
    expect(tabUser.read()).toBe(ME);
  });

  it('sees the refusal of pages that they open themselves', async () => {
    tabUser.write(ME + 1);
    await openWith(
      serverWith(() => '2026-10-01'),
      '/log/cv?product_id=2',
      <Chooser />,
    );
    act(() => screen.getByRole('button').click());
    expect(await screen.findByText('/dashboard?product_id=2')).toBeInTheDocument();
  });
});

describe('another product', () => {
  it.each([
    ['/ad/setting/1?mode=detail', '/ad/setting?product_id=2'],
    ['/log/cv/8', '/log/cv?product_id=2'],
    ['/ad/ad/1?period=last_7_days', '/ad/ad?product_id=2&period=last_7_days'],
    ['/config/user/1', '/config/user/1?product_id=2'],
    ['/analyze/term?period=last_7_days', '/analyze/term?product_id=2&period=last_7_days'],
  ])('chosen at %s leads to %s', async (from, to) => {
    await openWith(
      serverWith(() => '2026-10-01'),
      from,
      <Chooser />,
    );
    const button = await screen.findByRole('button');
    act(() => button.click());
    expect(await screen.findByText(to)).toBeInTheDocument();
  });
});
