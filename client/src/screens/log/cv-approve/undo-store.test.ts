import { renderHook } from '@testing-library/react';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { setUndoable, useUndoable, type Undoable } from './undo-bar';

/** Loads the store as a fresh page does. */
function load() {
  jest.resetModules();
  return {
    ...(jest.requireActual('./undo-bar') as typeof import('./undo-bar')),
    ...(jest.requireActual('../../../session/token-store') as typeof import('../../../session/token-store')),
  };
}
const act = (until: number): Undoable => ({
  productId: 1,
  changeId: 'c',
  changed: 2,
  to: ApprovalStatus.APPROVED,
  until,
});

beforeEach(() => sessionStorage.clear());

describe('last change', () => {
  it('survives a reload as long as it can be undone', () => {
    load().setUndoable(act(Date.now() + 60_000));
    expect(load().currentUndoable()).toMatchObject({ changeId: 'c', changed: 2 });
    load().setUndoable(act(Date.now() - 1));
    expect(load().currentUndoable()).toBeUndefined();
  });

  it('is only offered for the results of its product, also when that is reopened', () => {
    setUndoable(act(Date.now() + 60_000));
    const { result, rerender } = renderHook(({ productId }) => useUndoable(productId), {
      initialProps: { productId: 1 },
    });
    expect(result.current).toMatchObject({ changeId: 'c' });
    rerender({ productId: 2 });
    expect(result.current).toBeUndefined();
    rerender({ productId: 1 });
    expect(result.current).toMatchObject({ changeId: 'c' });
  });

  it('is removed once undone', () => {
    load().setUndoable(act(Date.now() + 60_000));
    load().setUndoable(undefined);
    expect(load().currentUndoable()).toBeUndefined();
  });

  it('is removed at sign-out and not offered to another user', () => {
    const { setUndoable, currentUndoable, tokenStore } = load();
    setUndoable(act(Date.now() + 60_000));
    tokenStore.clear();
    expect(currentUndoable()).toBeUndefined();
    expect(load().currentUndoable()).toBeUndefined();
  });
});
