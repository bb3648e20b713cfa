import { screen, within } from '@testing-library/react';
import { renderPage } from '../../../../test/render';
import { DisagreementMap } from '.';
import { nextStepOf, verdictOf, type MapRow } from './answer';
import { readMapState } from './map-state';

const ROW: MapRow = {
  ...{ adId: 1, ad: '広告A', aspId: null, asp: null, categoryId: null, category: null, agencyId: null },
  ...{ agency: null, type1Id: null, type1: null, type2Id: null, type2: null, type3Id: null, type3: null },
  ...{
    noAd: false,
    others: false,
    attr_1: 14,
    attr_2: 13,
    attr_3: 14.5,
    attr_4: 19,
    attr_5: 10,
    attr_6: 14.5,
  },
  ...{ markov_1: 14, markov_2: 14.5, markov_3: 15, markov_1_low: 9, markov_1_high: 18 },
  ...{ measured: null, measured_low: null, measured_high: null },
  ...{
    min: 10,
    max: 19,
    spread: 9 / 19,
    distinctShare: 0.8,
    adCost: 38_000,
    targetCpa: 3000,
    decision: 'flips',
    profitMin: -8000,
    profitMax: 19_000,
    models: [{ model: 'attr_1', profit: 4000 }],
  },
};
const MODEL = {
  ...{ journeys: 100, nullJourneys: 300, openJourneys: 12, suggestedOrder: 2, nullFrom: null },
  computedAt: '2026-01-02T03:04:05.000Z',
};

describe('the verdict', () => {
  it.each<[string, MapRow[], unknown]>([
    ['flips first', [{ ...ROW, decision: 'over' }, ROW], { kind: 'flips', judged: 2, flips: 1, first: ROW }],
    ['agrees', [{ ...ROW, decision: 'under' }], { kind: 'agree', judged: 1, under: 1, over: 0 }],
    ['widest without targets', [{ ...ROW, decision: null }], { kind: 'widest' }],
    ['nothing where no model differs', [{ ...ROW, decision: null, spread: 0 }], { kind: 'none' }],
    ['not the conversions without an ad', [{ ...ROW, noAd: true }], { kind: 'none' }],
  ])('%s', (_name, rows, verdict) => expect(verdictOf(rows, 'cv')).toMatchObject(verdict as object));

  it('judges sales by their profit', () => {
    const loss = { ...ROW, profitMax: -1 };
    expect(verdictOf([loss, ROW, { ...ROW, adCost: 0 }], 'amount')).toEqual({
      ...{ kind: 'flips', judged: 2, flips: 1, first: ROW },
    });
    expect(verdictOf([loss], 'amount')).toMatchObject({ kind: 'agree', under: 0, over: 1 });
  });
});

describe('the next step', () => {
  it.each<[string, Partial<MapRow>, unknown]>([
    ['the interval holds the target: more journeys', {}, { kind: 'journeys', times: 41, journeys: 17_000 }],
    ['the interval decides: a test', { markov_1_low: 13.5 }, { kind: 'test' }],
    ['the interval decides, at 10%', { markov_1_low: 12.5, markov_1_high: 12.8 }, { kind: 'test' }],
    ['alone in its paths', { distinctShare: 0 }, { kind: 'alone' }],
    ['no difference', { spread: 0 }, { kind: 'same' }],
    ['no target, models within the interval', { targetCpa: null, max: 18 }, { kind: 'journeys' }],
    ['no target, models beyond the interval', { targetCpa: null }, { kind: 'test' }],
    ['without an interval', { markov_1_low: null }, { kind: 'test' }],
  ])('%s', (_name, row, step) =>
    expect(nextStepOf({ ...ROW, ...row }, MODEL, 'cv')).toMatchObject(step as object),
  );

  it('of sales needs more journeys where the interval holds the cost', () => {
    const sales = { ...ROW, adCost: 12 };
    expect(nextStepOf(sales, MODEL, 'amount')).toMatchObject({ kind: 'journeys' });
    expect(nextStepOf({ ...sales, markov_1_low: 13 }, MODEL, 'amount')).toMatchObject({ kind: 'test' });
  });

  it('names no number of journeys to an agency', () => {
    expect(nextStepOf(ROW, { journeys: null, nullJourneys: null }, 'cv')).toMatchObject({ journeys: null });
  });
});

it.each([
  ['', { axis: 'ad', measure: 'cv', evaluation: undefined, cpa: null, includeNull: true }],
  ['axis=type2&measure=amount&evaluation=2&cpa=3000&null=0', { axis: 'type2', measure: 'amount', cpa: 3000 }],
  ['axis=device&measure=x&evaluation=9&cpa=-1&null=x', { axis: 'ad', measure: 'cv', cpa: null }],
])('reads the address %j', (address, state) =>
  expect(readMapState(new URLSearchParams(address))).toMatchObject(state),
);

let mockAnswer: object = {};
jest.mock('../../../generated/graphql', () => ({
  useDisagreementQuery: () => ({ loading: false, refetch: () => Promise.resolve(), ...mockAnswer }),
}));
jest.mock('../../../kit/saved-view/save-view-button', () => ({ SaveViewButton: () => null }));

const renderMap = (answer: { results: MapRow[]; model?: object } | Error | null) => {
  mockAnswer =
    answer instanceof Error
      ? { error: answer }
      : { data: answer && { disagreement: { model: MODEL, evaluation: 3, ...answer } } };
  return renderPage(<DisagreementMap />, '/?from=2026-01-01&to=2026-01-31');
};

describe('the screen', () => {
  it('says which ad to check and what to do', async () => {
    await renderMap({ results: [ROW, { ...ROW, adId: 2, ad: '広告B', decision: 'under' }] });
    await screen.findByText(
      '広告2件のうち1件は、モデルによって目標CPAの内外が変わります。まず「広告A」を確かめてください（費用 38,000円、CPA 2,000円〜3,800円）。',
    );
    expect(screen.getByText(/約41倍（約17,000件）の経路が必要です/)).toBeVisible();
    expect(screen.getByText(/まだ途中の経路12件は含めていません/)).toBeVisible();
    expect(screen.getByText('この期間の経路に最も当てはまる次数は2次です。', { exact: false })).toBeVisible();
    const rows = screen.getAllByRole('row');
    expect(within(rows[1] ?? document.body).getByText('モデルで変わる')).toBeVisible();
    expect(within(rows[2] ?? document.body).getByText('目標内')).toBeVisible();
  });

  it('shows an agency no numbers of the product', async () => {
    const model = { ...MODEL, journeys: null, nullJourneys: null, openJourneys: null };
    await renderMap({ results: [ROW], model });
    await screen.findByText(/約41倍の経路が必要です/);
    expect(screen.queryByText(/CVした経路/)).toBeNull();
    expect(screen.queryByText(/まだ途中の経路/)).toBeNull();
  });

  it('asks for a target where there is none', async () => {
    await renderMap({ results: [{ ...ROW, decision: null, targetCpa: null }] });
    await screen.findByText(/モデルによる差が最も大きいのは「広告A」です/);
    expect(screen.getByText(/目標CPAを入力すると/)).toBeVisible();
    expect(screen.queryByText('判定')).toBeNull();
  });

  it('says that it computes', async () => {
    await renderMap(null);
    await screen.findByText(/モデルごとの配分を計算しています/);
  });

  it('says that there is nothing to credit', async () => {
    await renderMap({ results: [] });
    await screen.findByText('この期間に、配分できるCVはありません');
  });

  it('says that it failed, with a way to try again', async () => {
    await renderMap(new Error('offline'));
    await screen.findByRole('button', { name: /再/ });
  });
});
