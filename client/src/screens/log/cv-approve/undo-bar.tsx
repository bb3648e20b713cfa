import { UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { doneText } from './state-texts';
import styles from './cv-approve.module.css';
import type { Undoable } from './undo-store';

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
