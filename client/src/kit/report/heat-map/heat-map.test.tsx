import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { loadSignedInTexts, startI18n } from '../../../i18n/i18n';
import { HeatMap } from './heat-map';

beforeAll(async () => {
  await startI18n('ja');
  await loadSignedInTexts();
});

it('a forecast that can hardly be off says so in figures', () => {
  const cell = { value: 1.5, forecast: true, high: 1.5, marked: false, words: '150%' };
  render(
    <MemoryRouter>
      <HeatMap label="広告効果" leads={[{ key: 'name', title: '広告', width: 100, pinned: true }]} columns={[{ key: 'month_0', title: '0', name: '0' }]} band="累計ROAS" rows={[{ key: 'a', leads: ['A'], cells: [cell] }]} toCome={1} unit="ratio" scaleFrom={0} stale={false} />
    </MemoryRouter>,
  );
  expect(screen.getByText('±0.00%')).toBeInTheDocument();
});
