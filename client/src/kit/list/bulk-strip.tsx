import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BulkBarProps } from './bulk-bar';
import styles from './list-screen.module.css';

interface Props extends BulkBarProps {
  /** Number of rows on this page. */
  page: number;
  /** Chooses every row of this page, or clears the choice. */
  onPage: (chosen: boolean) => void;
}

/**
 * Bulk selection and actions above the cards of a narrow window, which have no header row. It is always
 * rendered so no card moves under the finger, and sticks while rows are chosen.
 */
export function BulkStrip({ chosen, matching, page, pageChosen, onPage, onAll, onClear, children }: Props) {
  const { t } = useTranslation();
  const all = chosen.kind === 'matching';
  const count = all ? chosen.count : chosen.ids.length;
  return (
    <div
      className={`ic-stack ic-gap-4 ic-line-top ic-p-8-16 ${styles.strip} ${count > 0 ? styles.stays : ''}`}
      role="region"
      aria-label={t('list.bulk')}
    >
      <div className="ic-row ic-between ic-gap-8" style={{ minHeight: 28 }}>
        <Checkbox
          checked={pageChosen}
          indeterminate={count > 0 && !pageChosen}
          onChange={({ target }) => onPage(target.checked)}
        >
          {count === 0
            ? t('list.choosePage', { count: page })
            : t(all ? 'list.chosenAll' : 'list.chosen', { count })}
        </Checkbox>
        {count > 0 && (
          <Button type="text" size="small" onClick={onClear}>
            {t('list.clearChoice')}
          </Button>
        )}
      </div>
      {!all && matching > page && (
        <Button type="link" size="small" className={styles.stripAll ?? ''} onClick={onAll}>
          {t('list.chooseAll', { count: matching })}
        </Button>
      )}
      <div className={`ic-flex ic-wrap ic-gap-8 ${styles.stripActions}`} inert={count === 0}>
        {children}
      </div>
    </div>
  );
}
