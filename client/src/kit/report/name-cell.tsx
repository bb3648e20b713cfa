import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AxisKey } from '../../../../shared/catalog';
import styles from './name-cell.module.css';

export interface NameCellProps {
  name: string;
  /** Axis and URL that opening the row leads to; undefined if it can't be opened. */
  next: AxisKey | undefined;
  to: string | undefined;
  /** Colour of the row in the chart. */
  swatch: string | undefined;
  /** Page of the name; the name then links there instead of opening the row. */
  page?: string | undefined;
}

/**
 * Name of a row, linked if the row can be opened. If the name has its own page, it links there and an icon
 * opens the row.
 */
export function NameCell({ name, next, to, swatch, page }: NameCellProps) {
  const { t } = useTranslation();
  const content = (
    <>
      {swatch && <i className={styles.swatch} style={{ background: swatch }} aria-hidden="true" />}
      <span className={styles.text}>{name}</span>
    </>
  );
  const label = next && t('report.drillInto', { row: name, axis: t(`report.axes.${next}`) });
  if (page !== undefined) {
    return (
      <span className={styles.name}>
        <Link to={page} className={styles.page} title={name} onClick={(event) => event.stopPropagation()}>
          {content}
        </Link>
        {to !== undefined && (
          <Link to={to} preventScrollReset className={styles.inside} title={label} aria-label={label}>
            <RightOutlined aria-hidden="true" />
          </Link>
        )}
      </span>
    );
  }
  if (!next || to === undefined) {
    return (
      <span className={styles.name} title={name}>
        {content}
      </span>
    );
  }
  return (
    <Link
      to={to}
      preventScrollReset
      className={`${styles.name} ${styles.open}`}
      title={label}
      aria-label={label}
    >
      {content}
      <RightOutlined className={styles.openIcon} aria-hidden="true" />
    </Link>
  );
}
