import { fireEvent, render, screen } from '@testing-library/react';
import { useRowKeys, type RowKeys } from './use-row-keys';
import type { Chosen } from './list-source';

interface Row {
  id: string;
}

const open = jest.fn();
const toggle = jest.fn();
const act = jest.fn();
const done = jest.fn();

interface TestListProps {
  ids: readonly string[];
  keys?: RowKeys<string>;
  chosen?: Chosen<string>;
}

function TestList({ ids, keys = { a: act }, chosen }: TestListProps) {
  const place = useRowKeys<Row>({ keys, rows: ids.map((id) => ({ id })), open, toggle, chosen, done });
  return (
    <>
      <input aria-label="field" />
      <ul
        ref={(element) => {
          place.current = element;
        }}
      >
        {ids.map((id) => (
          <li key={id} data-row-key={id}>
            {id} <input type="checkbox" aria-label={`choose ${id}`} />{' '}
            <button type="button">more of {id}</button>
          </li>
        ))}
      </ul>
    </>
  );
}
const press = (key: string, more: object = {}, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...more });
const current = () => (document.activeElement as HTMLElement | null)?.dataset.rowKey;

beforeEach(() => {
  jest.clearAllMocks();
  Element.prototype.scrollIntoView = jest.fn();
});

describe('keyboard navigation of a list', () => {
  it('moves between rows and stops at both ends', () => {
    render(<TestList ids={['1', '2', '3']} />);
    press('ArrowDown');
    expect(current()).toBeUndefined();
    press('j');
    expect(current()).toBe('1');
    press('j');
    press('ArrowDown');
    press('j');
    expect(current()).toBe('3');
    press('k');
    press('ArrowUp');
    press('k');
    expect(current()).toBe('1');
  });

  it('chooses and opens the current row, if there is one', () => {
    render(<TestList ids={['1', '2']} />);
    press('x');
    press('Enter');
    expect([toggle, open].map((mockFn) => mockFn.mock.calls)).toEqual([[], []]);
    press('j');
    press('x');
    press(' ');
    press('Enter');
    expect(toggle.mock.calls).toEqual([['1'], ['1']]);
    expect(open.mock.calls).toEqual([[{ id: '1' }]]);
  });

  it('applies an action to the chosen rows, else to the current row, else to none', () => {
    const { rerender } = render(<TestList ids={['1', '2']} />);
    press('a');
    press('j');
    press('a');
    rerender(<TestList ids={['1', '2']} chosen={{ kind: 'ids', ids: ['2'] }} />);
    press('a');
    expect(act.mock.calls).toEqual([
      [undefined, done],
      [{ kind: 'ids', ids: ['1'] }, done],
      [{ kind: 'ids', ids: ['2'] }, done],
    ]);
  });

  it('ignores keys that belong to the focused element, the browser or an IME', () => {
    render(<TestList ids={['1', '2']} />);
    screen.getByLabelText('field').focus();
    press('j');
    press('a');
    document.body.focus();
    screen.getByText('more of 1').focus();
    press('Enter');
    press(' ');
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      press('a', more, document.body);
    expect([act, open, toggle].map((mockFn) => mockFn.mock.calls.length)).toEqual([0, 0, 0]);
    // A checkbox takes no letters: j moves on from its row.
    screen.getByLabelText('choose 1').focus();
    press('j');
    expect(current()).toBe('2');
  });

  it('does nothing while a dialog is open', () => {
    render(
      <>
        <div role="dialog" aria-modal="true" />
        <TestList ids={['1']} />
      </>,
    );
    press('j', {}, document.body);
    press('a', {}, document.body);
    expect([current(), act.mock.calls.length]).toEqual([undefined, 0]);
  });

  it('continues at the position of a removed row', () => {
    const { rerender } = render(<TestList ids={['1', '2', '3']} />);
    press('j');
    press('j');
    rerender(<TestList ids={['1', '3']} />);
    expect(current()).toBe('3');
    rerender(<TestList ids={['1']} />);
    expect(current()).toBe('1');
  });

  it('does nothing in a list without keys', () => {
    function Plain() {
      const place = useRowKeys<Row>({
        keys: undefined,
        rows: [{ id: '1' }],
        open,
        toggle,
        chosen: undefined,
        done,
      });
      return (
        <ul
          ref={(element) => {
            place.current = element;
          }}
        >
          <li data-row-key="1" />
        </ul>
      );
    }
    render(<Plain />);
    press('j', {}, document.body);
    expect(current()).toBeUndefined();
  });
});
