import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, screen } from '@testing-library/react';
import { renderPage, testSession } from '../../../test/render';
import { measuresInAddress, customMeasureIdsIn, UnsharedMeasures, ViewNameField } from './view-fields';

const customMeasure = (id: number, title: string, shared: boolean) => ({
  __typename: 'CustomMeasure',
  id,
  title,
  numerators: 'cv_total',
  denominator: 'ad_click_count',
  unit: 1,
  decimals: 1,
  shared,
  editable: true,
  user: null,
  createdAt: '',
  updatedAt: '',
  version: 1,
});
const CUSTOM_MEASURES = [
  customMeasure(1, '率A', false),
  customMeasure(2, '率B', true),
  customMeasure(3, '率C', false),
];

async function show(search: string) {
  const onRequest = jest.fn();
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        onRequest();
        observer.next({
          data: {
            customMeasures: {
              __typename: 'CustomMeasureList',
              count: CUSTOM_MEASURES.length,
              results: CUSTOM_MEASURES,
            },
          },
        });
        observer.complete();
      }),
  );
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const session = {
    ...testSession,
    profile: { ...testSession.profile, rights: [{ menu: 'custom_measures', level: 'EDIT' as const }] },
  };
  await act(async () => {
    await renderPage(
      <ApolloProvider client={client}>
        <UnsharedMeasures names={measuresInAddress(search)} />
      </ApolloProvider>,
      '/',
      session,
    );
    await new Promise((wake) => setTimeout(wake, 50));
  });
  return onRequest;
}

describe('a view to be shared', () => {
  it.each([
    ['cols=cpa,custom_1,custom_2&sort=-custom_3&chart=custom_1', [1, 2, 3]],
    ['cols=cpa&sort=cpa&w=custom_1.120', []],
    ['', []],
  ])('names the custom measures of columns, sort order and chart: %s', (search, ids) =>
    expect(customMeasureIdsIn(measuresInAddress(search))).toEqual(ids),
  );

  it('says which of its custom measures others will not see', async () => {
    await show('cols=cpa,custom_1,custom_2&sort=-custom_3');
    expect(
      await screen.findByText('独自指標「率A」、「率C」は共有されていないため、ほかの人には表示されません。'),
    ).toBeTruthy();
  });

  it.each(['cols=custom_2', 'cols=cpa'])('says nothing if there are none: %s', async (search) => {
    const onRequest = await show(search);
    expect(screen.queryByRole('status')).toBeNull();
    expect(onRequest).toHaveBeenCalledTimes(search.includes('custom') ? 1 : 0);
  });
});

it('the name of a view is marked as required and shows its error', async () => {
  const { rerender } = await renderPage(
    <ViewNameField value="" onChange={() => undefined} error={undefined} />,
  );
  const field = screen.getByRole('textbox', { name: /^ビュー名/ });
  expect(screen.getByText('必須')).toBeInTheDocument();
  expect(field).toBeRequired();
  expect(field).toHaveFocus();
  rerender(<ViewNameField value="" onChange={() => undefined} error="ビュー名を入力してください" />);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('ビュー名を入力してください');
  expect(screen.getByRole('textbox')).toBeInvalid();
});
