import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import styles from './report-table.module.css';

export interface NameCellProps {
  name: string;
  /** Axis that opening the row leads to; undefined where it can't be opened. */
  next: AxisKey | undefined;
  /** Colour by which the chart knows the row. */
  swatch: string | undefined;
  onOpen: () => void;
}

/** Name of a row; a button where the row can be opened. */
export function NameCell({ name, next, swatch, onOpen }: NameCellProps) {
  const { t } = useTranslation();
  const content = (
    <>
      {swatch && <i className={styles.swatch} style={{ background: swatch }} aria-hidden="true" />}
      <span className={styles.nameText}>{name}</span>
    </>
  );
  if (!next) {
    return (
      <span className={styles.name} title={name}>
        {content}
      </span>
    );
  }
  const label = t('report.drillInto', { row: name, axis: t(`report.axes.${next}`) });
  return (
    <button
      type="button"
      className={`${styles.name} ${styles.open}`}
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      {content}
      <RightOutlined className={styles.openIcon} aria-hidden="true" />
    </button>
  );
}
