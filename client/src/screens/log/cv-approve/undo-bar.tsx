import { useSyncExternalStore, useEffect, useState } from 'react';
import type { ApprovalStatus } from '../../../../../shared/domain/results';
import { defineStored } from '../../../preferences/stored';
import { tokenStore } from '../../../session/token-store';
import { UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { doneText } from './state-texts';
import styles from './cv-approve.module.css';

/** The last change, if it can still be undone. */
export interface Undoable {
  /** Product of the changed results. Undo is only offered there. */
  readonly productId: number;
  readonly changeId: string;
  readonly changed: number;
  /** New state of the results; null if each got a different one. */
  readonly to: ApprovalStatus | null;
  /** By this machine's clock, which may differ from the server's. */
  readonly until: number;
}

/** Session storage keeps the undo over a reload of this tab. */
const store = defineStored<Undoable>({ name: 'undoable', version: 2, storage: () => sessionStorage });
const inTime = (undoable: Undoable | undefined): Undoable | undefined =>
  undoable && undoable.until > Date.now() ? undoable : undefined;

let last = inTime(store.read());
const listeners = new Set<() => void>();

/** Stores the last change across screens and reloads. */
export function setUndoable(undoable: Undoable | undefined): void {
  last = undoable;
  if (undoable) store.write(undoable);
  else store.remove();
  for (const listener of listeners) listener();
}

// Another user isn't offered this user's change.
tokenStore.listen((tokens) => {
  if (!tokens) setUndoable(undefined);
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the last change if it belongs to this product. The caller checks the remaining time. */
export function useUndoable(productId: number): Undoable | undefined {
  const undoable = useSyncExternalStore(subscribe, () => last);
  return undoable?.productId === productId ? undoable : undefined;
}

/** Returns the last change of any product. */
export const currentUndoable = (): Undoable | undefined => last;

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** The last change with the seconds left to undo it. Stays visible while the page scrolls. */
export function UndoBar({
  undoable,
  busy,
  undo,
  over,
}: {
  undoable: Undoable;
  busy: boolean;
  undo: () => void;
  over: () => void;
}) {
  const { t } = useTranslation();
  const { until } = undoable;
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsTo(until));
      if (secondsTo(until) === 0) over();
    }, 250);
    return () => clearInterval(timer);
  }, [until, over]);
  return (
    <div
      className={`ic-row ic-wrap ic-gap-8-16 ic-rounded ic-float ic-p-8-16 ic-medium ${styles.undo}`}
      role="region"
      aria-label={t('results.undo.bar')}
    >
      <span role="status">{doneText(t, undoable)}</span>
      <span className="ic-secondary ic-regular ic-figures" aria-hidden="true">
        {t('results.undo.left', { seconds })}
      </span>
      <Button size="small" icon={<UndoOutlined />} loading={busy} onClick={undo} aria-keyshortcuts="u">
        {t('results.undo.undo')}
      </Button>
    </div>
  );
}
