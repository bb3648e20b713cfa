import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import styles from './notifier.module.css';
import { Sign } from './sign';

export type NoticeType = 'INFO' | 'WARNING' | 'SUCCESS' | 'ERROR';

/** Milliseconds until a notice closes: with the helper below, and by default. */
export const NOTIFY_TIMEOUT_MS = 3_000;
export const SNACKBAR_TIMEOUT_MS = 5_000;

export interface Notice {
  type: NoticeType;
  text?: string;
  /** Icon instead of the type's; null for none. */
  icon?: ReactNode;
  /** Milliseconds until it closes; a negative value keeps it until it is clicked. */
  timeout?: number;
}

const ICONS: Record<NoticeType, ReactNode> = {
  INFO: <Sign name="info" />,
  WARNING: <Sign name="warning" />,
  SUCCESS: <Sign name="success" />,
  ERROR: <Sign name="error" />,
};

let current: Notice | undefined;
const listeners = new Set<() => void>();

function set(notice: Notice | undefined): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Shows a notice at the top of the console, in place of the last one. */
export function showNotice(notice: Notice): void {
  set(notice);
}

/** Shows a short text for three seconds. */
export function notify(type: NoticeType, text: string): void {
  showNotice({ type, text, timeout: NOTIFY_TIMEOUT_MS });
}

export const hideNotice = (): void => set(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders the current notice, once in the root of the console. */
export function Snackbar() {
  const notice = useSyncExternalStore(subscribe, () => current);
  const timeout = notice?.timeout ?? SNACKBAR_TIMEOUT_MS;

  useEffect(() => {
    if (!notice || timeout < 0) return undefined;
    const timer = setTimeout(hideNotice, timeout);
    return () => clearTimeout(timer);
  }, [notice, timeout]);

  const urgent = notice?.type === 'ERROR' || notice?.type === 'WARNING';
  return (
    <div
      data-screen-only
      className={styles.place}
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
    >
      {notice && (
        <button
          type="button"
          className={`ic-row ic-gap-8 ic-rounded ic-float ic-pointer ic-p-8-16 ic-pre ic-start ${styles.snackbar} ic-tone-${notice.type === 'INFO' ? 'primary' : notice.type.toLowerCase()}`}
          onClick={hideNotice}
        >
          {notice.icon === undefined ? (
            <span className={`ic-inline ${styles.icon}`}>{ICONS[notice.type]}</span>
          ) : (
            notice.icon
          )}
          {notice.text}
        </button>
      )}
    </div>
  );
}
