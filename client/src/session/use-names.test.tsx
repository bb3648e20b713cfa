import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage, testSession } from '../../test/render';
import { FilterChips } from '../kit/filter/filter-bar';
import { FilterPicker } from '../kit/filter/filter-picker';
import type { AdKind, Named } from './ad-names';
import { SEARCH_PAUSE_MS } from './use-names';

const ADS = Array.from({ length: 10_000 }, (_, index): Named => ({
  id: index + 1,
  label: `広告 ${index + 1}`,
})).reverse();
const FIELDS = [{ name: 'adId', label: '広告', choices: [], search: 'ad' as const }];

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS + 50)));

describe('filters with ten thousand ads', () => {
  const find = jest.fn((_: AdKind, words: string) =>
    Promise.resolve(ADS.filter(({ label }) => label.includes(words)).slice(0, 50)),
  );
  const ask = jest.fn();
  const session = { ...testSession, searchNames: find, loadNames: ask };
  beforeEach(() => jest.clearAllMocks());

  it('search on the server when the list opens and when typing pauses, and never load all', async () => {
    const change = jest.fn();
    await renderPage(<FilterPicker fields={FIELDS} values={{}} onChange={change} />, '/', session);
    expect(find).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: /絞り込み/ }));
    expect(await screen.findByRole('checkbox', { name: '広告 10000' })).toBeInTheDocument();
    expect(screen.getByText('50件まで表示しています。ほかは名前で絞り込んでください。')).toBeInTheDocument();
    const box = screen.getByRole('textbox');
    for (const typed of ['1', '12', '123']) fireEvent.change(box, { target: { value: typed } });
    await pause();
    expect(find.mock.calls.map(([, words]) => words)).toEqual(['', '123']);
    fireEvent.click(await screen.findByRole('checkbox', { name: '広告 123' }));
    expect(change).toHaveBeenCalledWith('adId', ['123']);
  });

  it('load the names of all conditions in one request', async () => {
    await renderPage(
      <FilterChips
        fields={[{ ...FIELDS[0], choices: [{ value: '7', label: '広告 7' }] } as (typeof FIELDS)[number]]}
        values={{ adId: ['7'] }}
        onRemove={() => undefined}
      />,
      '/',
      session,
    );
    expect(screen.getByText('広告 7')).toBeInTheDocument();
    await waitFor(() => expect(ask.mock.calls).toEqual([['ad', [7]]]));
    expect(find).not.toHaveBeenCalled();
  });

  it('report a failed search', async () => {
    find.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    await renderPage(<FilterPicker fields={FIELDS} values={{}} onChange={() => undefined} />, '/', session);
    fireEvent.click(screen.getByRole('button', { name: /絞り込み/ }));
    expect(await screen.findByText('候補を読み込めませんでした。')).toBeInTheDocument();
  });
});
