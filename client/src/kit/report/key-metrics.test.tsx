import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../shared/catalog';
import { renderPage } from '../../../test/render';
import type { ReportRow } from './answer';
import { KeyMetrics } from './key-metrics';
import { measureColumn } from './measure-columns';

const SEVEN: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];

/** Returns the size classes of the values in one line. */
async function drawn(keys: readonly MeasureKey[], metrics: ReportRow['figures']): Promise<Set<string>> {
  function Strip() {
    const { t } = useTranslation();
    return (
      <KeyMetrics
        columns={keys.map((key) => measureColumn(key, t))}
        total={{ figures: metrics }}
        previousTotal={undefined}
        compared={false}
      />
    );
  }
  await renderPage(<Strip />);
  return new Set(
    screen
      .getAllByRole('definition')
      .map(({ classList }) => ['longer', 'long'].find((name) => classList.contains(name)) ?? 'full'),
  );
}

const METRICS = {
  adClickCount: 1661,
  cvTotalFinal: 117,
  cvr: 0.0704,
  adCost: 239_277,
  cpa: 2045,
  amountSum: 605_160,
  roas: 2.5291,
  profit: 365_883,
};

describe('key metrics in one line', () => {
  it.each([
    [605_160, 'full'],
    [4_974_771, 'long'],
  ])('share the size that the longest needs: %d', async (amountSum, size) => {
    expect(await drawn(SEVEN, { ...METRICS, amountSum })).toEqual(new Set([size]));
  });

  it('fit their cells in a crowded line, including marks', async () => {
    expect(await drawn([...SEVEN, 'profit'], { ...METRICS, mediaDays: 3 })).toEqual(new Set(['long']));
  });
});
