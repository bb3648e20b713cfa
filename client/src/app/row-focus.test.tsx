import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { RowFocus } from './row-focus';

let set: (rows: readonly string[] | undefined) => void;

function Page() {
  const [rows, setRows] = useState<readonly string[] | undefined>(['A', 'B', 'C']);
  set = setRows;
  return (
    <main>
      <section aria-label="端末">
        {rows && (
          <ul>
            {rows.map((name) => (
              <li key={name}>
                <a href={`/${name}`}>{name}</a>
                <button type="button">{name}：削除</button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <RowFocus />
    </main>
  );
}
const wait = () => act(() => new Promise((done) => setTimeout(done, 80)));
const leave = async (rows: readonly string[] | undefined): Promise<void> => {
  act(() => set(rows));
  await wait();
};
const removes = (name: string) => screen.getByRole('button', { name: `${name}：削除` });

beforeEach(() => void render(<Page />));

describe('focus after a row is removed', () => {
  it('moves to the same control of the next row', async () => {
    removes('B').focus();
    await leave(['A', 'C']);
    expect(removes('C')).toHaveFocus();
  });

  it('moves to the row before if the last one was removed', async () => {
    removes('C').focus();
    await leave(['A', 'B']);
    expect(removes('B')).toHaveFocus();
  });

  it.each([
    ['no row is left', []],
    ['the rows are replaced', undefined],
  ])('moves to the container of the rows, if %s', async (_name, rows) => {
    removes('A').focus();
    await leave(rows);
    expect(screen.getByRole('region', { name: '端末' })).toHaveFocus();
  });

  it('stays unset after a click elsewhere', async () => {
    removes('B').focus();
    removes('B').blur();
    act(() => void screen.getByRole('main').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true })));
    await leave(['A', 'C']);
    expect(document.body).toHaveFocus();
  });

  it('stays where something else has taken it', async () => {
    removes('B').focus();
    act(() => {
      set(['A', 'C']);
    });
    removes('A').focus();
    await wait();
    expect(removes('A')).toHaveFocus();
  });
});
