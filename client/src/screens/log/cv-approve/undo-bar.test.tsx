import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../../test/render';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { UndoBar, type Undoable } from './undo-bar';

const undo = jest.fn();
const over = jest.fn();
const NOW = Date.UTC(2026, 0, 15);
const DONE: Undoable = {
  productId: 1,
  changeId: 'c',
  changed: 1234,
  to: ApprovalStatus.APPROVED,
  until: NOW + 60_000,
};

const show = (more: Partial<Undoable> = {}, busy = false) =>
  renderPage(<UndoBar undoable={{ ...DONE, ...more }} busy={busy} undo={undo} over={over} />);
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.clearAllMocks();
  jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('undo bar of an approval', () => {
  it('describes the change and counts the seconds down', async () => {
    await show();
    expect(screen.getByRole('status')).toHaveTextContent('1,234件を承認しました');
    expect(screen.getByText(/60/)).toBeInTheDocument();
    await pass(15_000);
    expect(screen.getByText(/45/)).toBeInTheDocument();
    expect(over).not.toHaveBeenCalled();
    await pass(45_000);
    expect(over).toHaveBeenCalled();
  });

  it.each([
    [ApprovalStatus.REJECTED, '否認しました'],
    [ApprovalStatus.PENDING, '承認待ちに戻しました'],
    [null, '1,234'],
  ] as const)('names the state %s', async (to, words) => {
    await show({ to });
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it('undoes the change when pressed', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: /元に戻す/ }));
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('does not undo twice', async () => {
    await show({}, true);
    fireEvent.click(screen.getByRole('button'));
    expect(undo).not.toHaveBeenCalled();
  });

  it('ends at once without remaining time', async () => {
    await show({ until: NOW - 1 });
    await pass(250);
    expect(over).toHaveBeenCalled();
  });
});
