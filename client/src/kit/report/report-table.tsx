import { Table } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { SIZES } from '../../theme/tokens';
import { NumberCell } from '../table/number-cell';
import { useInertMeasureRow } from '../table/use-inert-measure-row';
import { useMediaQuery } from '../use-media-query';
import { useLitRow } from '../chart/lit-row';
import styles from './report-table.module.css';
import type { ShownRow } from './shown-rows';
import { tableColumns } from './table-columns';
import type { ReportColumn, ReportRow } from './types';
import { useColumnWidths } from './use-column-widths';
import type { ReportControls } from './use-report-state';
import { useRowNames } from './use-row-names';

/** More rows than this are drawn only where they are in sight. */
const VIRTUAL_ABOVE = 100;
const VIRTUAL_HEIGHT = 600;

export interface ReportTableProps {
  rows: readonly ShownRow[];
  total: ReportRow | undefined;
  previousTotal: ReportRow | undefined;
  axes: readonly AxisKey[];
  columns: readonly ReportColumn[];
  controls: ReportControls;
  compared: boolean;
  /** Pixels above the page's content that stay in sight; the header sticks below them. */
  offsetTop: number;
  swatchOf: (row: ShownRow) => string | undefined;
  /** Name of the page, by which dragged widths are remembered. */
  page: string;
}

/** The rows of a report: header and total stay in sight, the first column too; a row lights its mark in the chart. */
export function ReportTable(props: ReportTableProps) {
  const { rows, total, previousTotal, axes, columns, controls, compared, offsetTop, swatchOf, page } = props;
  const { t } = useTranslation();
  const names = useRowNames();
  const lit = useLitRow();
  const place = useRef<HTMLDivElement>(null);
  useInertMeasureRow(place);
  const narrow = useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);
  const { widths, setWidth } = useColumnWidths(page);
  const tableCols = useMemo(
    () => tableColumns({ axes, columns, controls, names, t, compared, narrow, widths, setWidth, swatchOf }),
    [axes, columns, controls, names, t, compared, narrow, widths, setWidth, swatchOf],
  );
  const width = useMemo(() => sumWidths(tableCols), [tableCols]);
  const virtual = rows.length > VIRTUAL_ABOVE;

  useEffect(
    () =>
      lit.listen((key) => {
        for (const marked of place.current?.querySelectorAll(`.${styles.lit}`) ?? []) marked.classList.remove(styles.lit ?? '');
        if (key === null) return;
        const row = place.current?.querySelector(`[data-row-key="${CSS.escape(key)}"]`);
        row?.classList.add(styles.lit ?? '');
      }),
    [lit],
  );

  return (
    <div ref={place} className={styles.place}>
      <Table<ShownRow>
        size="small"
        tableLayout="fixed"
        columns={tableCols}
        dataSource={rows}
        rowKey="key"
        pagination={false}
        virtual={virtual}
        scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : { x: width }}
        sticky={virtual ? false : { offsetHeader: offsetTop }}
        onChange={(_pages, _filters, sorter, { action }) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter;
          if (action !== 'sort' || one?.columnKey === undefined) return;
          controls.setSort({ key: String(one.columnKey), ascending: one.order === 'ascend' });
        }}
        onRow={(shown) => {
          const openable = controls.below(shown.row) !== undefined;
          return {
            onMouseEnter: () => lit.set(shown.key),
            onMouseLeave: () => lit.set(null),
            className: openable ? styles.openable : '',
            onClick: openable ? () => opened(() => controls.drillInto(shown.row)) : undefined,
          };
        }}
        summary={() =>
          total && (
            <Table.Summary fixed="top">
              <Table.Summary.Row className={styles.total}>
                <Table.Summary.Cell index={0} colSpan={axes.length}>
                  {t('report.total')}
                  <span className={styles.rowCount}>{t('report.rowCount', { count: rows.length })}</span>
                </Table.Summary.Cell>
                {columns.map((column, index) => (
                  <Table.Summary.Cell key={column.key} index={axes.length + index} align="right">
                    <NumberCell
                      value={column.value(total)}
                      previous={compared && !column.signed ? previousTotal && column.value(previousTotal) : undefined}
                      unit={column.unit}
                      decimals={column.decimals}
                      direction={column.direction}
                      signed={column.signed}
                      unitInHeader
                    />
                  </Table.Summary.Cell>
                ))}
              </Table.Summary.Row>
            </Table.Summary>
          )
        }
      />
    </div>
  );
}

/** Opens a row unless the click ended a selection of text. */
function opened(open: () => void): void {
  if (!window.getSelection()?.toString()) open();
}

type Sized = { width?: number | string | undefined; children?: readonly Sized[] };
function sumWidths(columns: readonly Sized[]): number {
  return columns.reduce(
    (sum, column) => sum + (column.children ? sumWidths(column.children) : Number(column.width ?? 0)),
    0,
  );
}
