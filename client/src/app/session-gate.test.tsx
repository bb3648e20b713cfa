import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { testSession } from '../../test/render';
import { startI18n } from '../i18n/i18n';
import { useSession } from '../session/session-context';
import { SessionGate } from './session-gate';

const NO_CHOICES = { __typename: 'Selections', agency: [], asp: [], cvSetting: [], adCategory: [], adType: [] };

/** A server that answers who is signed in, and since when the product has figures. */
function serverWith(firstDay: () => string | null | Error): ApolloLink {
  return new ApolloLink(
    ({ operationName }) =>
      new Observable((observer) => {
        const day = firstDay();
        if (day instanceof Error) return observer.error(day);
        const product = [{ __typename: 'ProductSelection', id: 1, label: 'ハーブティー', weekStart: 1, firstDay: day }];
        const selections = operationName === 'Me' ? { __typename: 'Selections', product } : NO_CHOICES;
        observer.next({ data: { me: { __typename: 'Me', profile: { __typename: 'Profile', ...testSession.profile, rights: [] }, selections } } });
        observer.complete();
      }),
  );
}

const FirstDay = () => <p>since {useSession().products[0]?.firstDay ?? 'never'}</p>;

async function open(firstDay: () => string | null | Error): Promise<void> {
  await startI18n('ja');
  render(
    <MemoryRouter>
      <ApolloProvider client={new ApolloClient({ link: serverWith(firstDay), cache: new InMemoryCache({ typePolicies: { Me: { keyFields: [], merge: true }, Selections: { merge: true } } }) })}>
        <SessionGate>
          <FirstDay />
        </SessionGate>
      </ApolloProvider>
    </MemoryRouter>,
  );
}

const becomes = (time: string): void => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('a session over midnight', () => {
  afterEach(() => jest.restoreAllMocks());

  it('learns that there are figures since yesterday', async () => {
    let firstDay: string | null = null;
    becomes('2026-11-22T23:00:00+09:00');
    await open(() => firstDay);
    expect(await screen.findByText('since never')).toBeInTheDocument();
    firstDay = '2026-11-22';
    becomes('2026-11-23T00:00:01+09:00');
    expect(await screen.findByText('since 2026-11-22')).toBeInTheDocument();
  });

  it('stays as it is where nobody answers', async () => {
    let answer: string | Error = '2026-11-01';
    becomes('2026-11-22T23:00:00+09:00');
    await open(() => answer);
    expect(await screen.findByText('since 2026-11-01')).toBeInTheDocument();
    answer = new Error('away');
    becomes('2026-11-23T00:00:01+09:00');
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.getByText('since 2026-11-01')).toBeInTheDocument();
  });
});
