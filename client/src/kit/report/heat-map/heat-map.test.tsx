import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { loadSignedInTexts, startI18n } from '../../../i18n/i18n';
import { HeatMap } from './heat-map';
import { heatOf, heatTop } from './heat-scale';

beforeAll(async () => {
  await startI18n('ja');
  await loadSignedInTexts();
});

it('shows a forecast margin of zero in digits', () => {
  const cell = { value: 1.5, forecast: true, high: 1.5, marked: false, words: '150%' };
  render(
    <MemoryRouter>
      <HeatMap
        label="広告効果"
        leads={[{ key: 'name', title: '広告', width: 100, pinned: true }]}
        columns={[{ key: 'month_0', title: '0', name: '0' }]}
        band="累計ROAS"
        rows={[{ key: 'a', leads: ['A'], cells: [cell] }]}
        toCome={1}
        unit="ratio"
        scaleFrom={0}
        stale={false}
      />
    </MemoryRouter>,
  );
  expect(screen.getByText('±0.00%')).toBeInTheDocument();
});

it('prints readable tables with each column once, the names on each, and no empty sheet', () => {
  const columns = Array.from({ length: 25 }, (_, month) => ({
    key: `month_${month}`,
    title: `+${month}`,
    name: String(month),
  }));
  const cell = (value: number | null, month: number) => ({
    value,
    forecast: false,
    high: null,
    words: `cell ${month}`,
  });
  const draw = (known: number) => (
    <MemoryRouter>
      <HeatMap
        label="広告効果"
        leads={[{ key: 'name', title: '広告', width: 240 }]}
        columns={columns}
        band="累計ROAS"
        rows={[
          { key: 'a', leads: ['A'], cells: columns.map((_, month) => cell(month < known ? 1 : null, month)) },
        ]}
        unit="ratio"
      />
    </MemoryRouter>
  );
  const { rerender } = render(draw(25));
  expect(screen.getAllByRole('table')).toHaveLength(1);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getAllByRole('table')).toHaveLength(2);
  expect(screen.getAllByRole('rowheader', { name: 'A' })).toHaveLength(2);
  for (const { title } of columns) expect(screen.getAllByText(title)).toHaveLength(1);
  columns.forEach((_, month) => expect(screen.getAllByTitle(`cell ${month}`)).toHaveLength(1));
  rerender(draw(5));
  expect(screen.getAllByRole('table')).toHaveLength(1);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getAllByRole('columnheader')).toHaveLength(27);
});

it.each([
  ['of the rows', 12_345_678, 1],
  ['of the total', 1, 1_234_567_890],
])('has room for the longest value %s', (_where, ofRow, ofTotal) => {
  const cell = (value: number) => ({ value, forecast: false, high: null, words: String(value) });
  const cellWidth = (row: number, total: number): number => {
    const { container, unmount } = render(
      <MemoryRouter>
        <HeatMap
          label="広告効果"
          leads={[{ key: 'name', title: '広告', width: 100 }]}
          columns={[{ key: 'month_0', title: '0', name: '0' }]}
          band="累計売上"
          rows={[{ key: 'a', leads: ['A'], cells: [cell(row)] }]}
          total={{ key: 'total', leads: ['合計'], cells: [cell(total)] }}
          unit="yen"
        />
      </MemoryRouter>,
    );
    const { width } = container.querySelectorAll('col')[1]?.style ?? {};
    unmount();
    return parseInt(width ?? '', 10);
  };
  expect(cellWidth(1, 1)).toBe(92);
  expect(cellWidth(ofRow, ofTotal)).toBeGreaterThan(92);
});

const cells = (...values: (number | null)[]) => values.map((value) => ({ value, forecast: false }));

describe('colours of a heat map', () => {
  it('grow with the value up to the top value', () => {
    const [low, high, top, over] = [1, 5, 10, 1000].map((value) => heatOf(value, 10));
    expect(low).toBeLessThan(high!);
    expect(high).toBeLessThan(top!);
    expect(over).toBe(top);
  });

  it('are absent for empty and non-positive values', () => {
    for (const value of [null, 0, -1]) expect(heatOf(value, 10)).toBe(0);
    expect(heatOf(5, null)).toBe(0);
    expect(heatTop([cells(null, 0), []], 0)).toBeNull();
  });

  it('ignore outliers and columns outside the scale', () => {
    const many = Array.from({ length: 99 }, () => cells(500, 10));
    expect(heatTop([...many, cells(500, 9999)], 1)).toBe(10);
    expect(heatTop([cells(500, 10)], 0)).toBe(500);
  });
});
