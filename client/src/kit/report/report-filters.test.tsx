import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderPage, testSession } from '../../../test/render';
import { resolveDays } from '../period/comparison';
import { ReportFilters } from './report-filters';
import { useReportState } from './use-report-state';

let resize: (narrow: boolean) => void;
function Filters() {
  const [narrow, setNarrow] = useState(false);
  resize = setNarrow;
  const controls = useReportState('test', {
    axes: ['asp'],
    sort: { key: 'clicks', ascending: false },
    item: '1',
  });
  const { period, comparison } = controls.state;
  return (
    <ReportFilters
      controls={controls}
      days={resolveDays(period, comparison, { today: 20261125, weekStart: 1 })}
      narrow={narrow}
    />
  );
}

it('keeps typed text in an open filter when the window narrows, and moves to the drawer on close', async () => {
  await renderPage(<Filters />, '/analyze/ad-statistics', {
    ...testSession,
    searchNames: () => Promise.resolve([{ id: 1, label: '指名' }]),
  });
  fireEvent.click(screen.getByRole('button', { name: /絞り込み/ }));
  fireEvent.click(screen.getByRole('button', { name: /^広告/ }));
  const box = await screen.findByRole('textbox');
  fireEvent.change(box, { target: { value: 'リスティング' } });
  act(() => resize(true));
  expect(box).toBeInTheDocument();
  expect(box).toHaveValue('リスティング');
  fireEvent.click(screen.getByRole('button', { name: /絞り込み/ }));
  expect(await screen.findByRole('button', { name: /条件/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /絞り込み/ })).toBeNull();
  expect(screen.getByRole('button', { name: /条件/ })).toHaveFocus();
});

it('returns the focus to its button when the filter closes', async () => {
  await renderPage(<Filters />, '/analyze/ad-statistics');
  const button = screen.getByRole('button', { name: /絞り込み/ });
  fireEvent.click(button);
  const axis = screen.getByRole('button', { name: /^ASP/ });
  axis.focus();
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(button).toHaveFocus());
});
