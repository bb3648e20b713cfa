import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MeasureUnit } from '../../../../shared/catalog';
import { MeasureTip } from '../table/measure-tip';
import styles from './report-table.module.css';
import { ResizeHandle } from '../table/resize-handle';
import type { ReportColumn } from './types';

export interface HeaderCellProps {
  column: ReportColumn;
  onSort: (ascending: boolean) => void;
  /** Absent for columns that can't be hidden. */
  onHide?: (() => void) | undefined;
  width: number;
  onResize: (width: number) => void;
}

/** The unit that stands in a column's header, so that cells show bare numbers. */
function useUnit(unit: MeasureUnit): string {
  const { t } = useTranslation();
  return unit === 'yen' ? t('report.unitYen') : '';
}

/** Header of a column of figures: name that explains itself, unit, and a menu to sort or hide. */
export function HeaderCell({ column, onSort, onHide, width, onResize }: HeaderCellProps) {
  const { t } = useTranslation();
  const unit = useUnit(column.unit);
  const { longTitle = column.title } = column;
  return (
    <span className={styles.header}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'descending', label: t('report.sortDescending'), onClick: () => onSort(false) },
            { key: 'ascending', label: t('report.sortAscending'), onClick: () => onSort(true) },
            ...(onHide
              ? [
                  { type: 'divider' as const },
                  { key: 'hide', label: t('report.hideColumn', { column: longTitle }), onClick: onHide },
                ]
              : []),
          ],
        }}
      >
        <button
          type="button"
          className={styles.menuButton}
          aria-label={t('report.columnMenu', { column: longTitle })}
          onClick={(event) => event.stopPropagation()}
        >
          <EllipsisOutlined />
        </button>
      </Dropdown>
      {column.colourIndex !== undefined && (
        <i
          className={styles.swatch}
          style={{ background: `var(--ic-series-${column.colourIndex + 1})` }}
          aria-hidden="true"
        />
      )}
      <MeasureTip column={column}>{column.title}</MeasureTip>
      {unit && <span className={styles.unit}>{unit}</span>}
      <ResizeHandle label={longTitle} width={width} onResize={onResize} />
    </span>
  );
}
