import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-screen.module.css';
import type { Chosen } from './types';

export interface BulkBarProps {
  chosen: Chosen<number | string>;
  /** Number of rows that match the list's conditions, over all pages. */
  matching: number;
  /** Whether every row of this page is chosen, so choosing all matches makes sense. */
  pageChosen: boolean;
  onAll: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** Number of chosen rows, a button that chooses all matches, and the bulk actions. */
export function BulkBar({ chosen, matching, pageChosen, onAll, onClear, children }: BulkBarProps) {
  const { t } = useTranslation();
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;
  return (
    <div
      className={`ic-row ic-wrap ic-gap-4-12 ic-rounded ic-text-13 ${styles.bulk}`}
      role="region"
      aria-label={t('list.bulk')}
    >
      <strong>{t(chosen.kind === 'ids' ? 'list.chosen' : 'list.chosenAll', { count })}</strong>
      {chosen.kind === 'ids' && pageChosen && matching > count && (
        <Button type="link" size="small" onClick={onAll}>
          {t('list.chooseAll', { count: matching })}
        </Button>
      )}
      <span className="ic-inline ic-wrap ic-gap-8 ic-push">{children}</span>
      <Button type="text" size="small" onClick={onClear}>
        {t('list.clearChoice')}
      </Button>
    </div>
  );
}
