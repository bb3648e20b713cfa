import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import { ExportTray } from './export-tray';
import { startExport } from './running';
import { recordCounter } from './save-export';

const FILE = { name: '広告統計.csv', bytes: 0, rows: 0, total: 10 };

it('returns the focus to its origin when a cancelled export disappears', async () => {
  await renderPage(
    <>
      <button type="button">CSV</button>
      <ExportTray />
    </>,
  );
  let end = (): void => undefined;
  act(() => {
    ({ end } = startExport({ ...FILE, cancel: () => end() }));
  });
  screen.getByRole('button', { name: 'CSV' }).focus();
  const cancel = screen.getByRole('button', { name: '広告統計.csvの出力を中止' });
  act(() => cancel.focus());
  fireEvent.click(cancel);
  expect(screen.queryByText(FILE.name)).toBeNull();
  expect(screen.getByRole('button', { name: 'CSV' })).toHaveFocus();
});

it('leaves the focus elsewhere alone', async () => {
  await renderPage(
    <>
      <input aria-label="検索" />
      <ExportTray />
    </>,
  );
  let end = (): void => undefined;
  act(() => {
    ({ end } = startExport({ ...FILE, cancel: null }));
  });
  screen.getByLabelText('検索').focus();
  act(() => end());
  expect(screen.getByLabelText('検索')).toHaveFocus();
});

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe('records of a CSV', () => {
  it('are counted by their ends, not by the lines in their cells', () => {
    const count = recordCounter();
    expect(count(bytes('a,b\r\n1,"two\r\nlines"\r\n'))).toBe(2);
  });

  it('are counted across chunks that end within a cell', () => {
    const count = recordCounter();
    expect(['x,"open', '\r\nstill', '"\r\ny,""""\r\n'].map((piece) => count(bytes(piece)))).toEqual([
      0, 0, 2,
    ]);
  });
});
