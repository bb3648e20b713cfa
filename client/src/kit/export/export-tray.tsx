import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './export-tray.module.css';
import { useRunningExports, type RunningExport } from './running';

const MEGABYTE = 1_000_000;

/** Returns the focus to its origin when an export ends while its cancel button has the focus. */
function useFocusBack() {
  const item = useRef<HTMLLIElement>(null);
  const before = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const ended = item.current;
    return () => {
      const back = before.current;
      if (ended?.contains(document.activeElement) && back instanceof HTMLElement)
        back.focus({ preventScroll: true });
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent): void => {
    before.current = relatedTarget;
  };
  return { item, onFocus };
}

function ExportItem({ one }: { one: RunningExport }) {
  const { t } = useTranslation();
  const { item, onFocus } = useFocusBack();
  const { name, bytes, rows, total, cancel, state } = one;
  const cancelLabel = one.cancelLabel ?? t('report.exportCancel', { name });
  const size = t('report.exportSize', { size: (bytes / MEGABYTE).toFixed(1) });
  const known = total !== undefined && total > 0;
  return (
    <li ref={item} className={styles.one}>
      <div className="ic-row ic-between ic-gap-8">
        <span className="ic-ellipsis ic-text-13 ic-strong">{name}</span>
        {cancel && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={cancelLabel}
            title={cancelLabel}
            onFocus={onFocus}
            onClick={cancel}
          />
        )}
      </div>
      <progress
        className={`ic-block ic-wide ${styles.bar}`}
        aria-label={name}
        max={1}
        {...(known ? { value: Math.min(1, rows / total) } : {})}
      />
      <p className="ic-caption ic-figures">
        {state !== undefined
          ? state
          : known
            ? t('report.exportRows', { rows: Math.min(rows, total), count: total, size })
            : size}
      </p>
    </li>
  );
}

/** Tray of running exports and other long work with progress; most can be cancelled. */
export function ExportTray() {
  const { t } = useTranslation();
  const running = useRunningExports();
  if (running.length === 0) return null;
  return (
    <aside
      data-screen-only
      className={`ic-rounded ic-surface ${styles.tray}`}
      aria-label={t('report.exportsRunning')}
    >
      <ul className="ic-list">
        {running.map((one) => (
          <ExportItem key={one.id} one={one} />
        ))}
      </ul>
    </aside>
  );
}
