import type { TableColumnsType } from 'antd';
import type { TFunction } from 'i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { NumberCell } from '../table/number-cell';
import { HeaderCell } from './header-cell';
import { NameCell } from './name-cell';
import type { ShownRow } from './shown-rows';
import type { ReportColumn } from './types';
import type { ColumnWidths } from './use-column-widths';
import type { RowNames } from './use-row-names';
import type { ReportControls } from './use-report-state';

/** Axis columns that stay in sight while the table scrolls sideways. */
const MOST_PINNED = 2;
const NAME_WIDTH = 232;
const NAME_WIDTH_NARROW = 148;

/** Pixels of a column of figures: room for its title and for its longest usual value with a change below. */
export function columnWidth(column: ReportColumn, compared: boolean): number {
  const glyphs = [...column.title].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? 13 : 7.5), 0);
  const value = column.unit === 'yen' ? 108 : column.unit === 'seconds' ? 104 : 84;
  return Math.ceil(Math.max(glyphs + 62, value + (compared ? 56 : 16)));
}

export interface TableColumnsInput {
  axes: readonly AxisKey[];
  columns: readonly ReportColumn[];
  controls: ReportControls;
  names: RowNames;
  t: TFunction;
  compared: boolean;
  narrow: boolean;
  widths: ColumnWidths;
  setWidth: (key: string, width: number) => void;
  swatchOf: (row: ShownRow) => string | undefined;
}

/** antd's columns of a report: pinned axes, then figures under their bands. */
export function tableColumns(input: TableColumnsInput): TableColumnsType<ShownRow> {
  const { axes, columns, controls, names, t, narrow, swatchOf } = input;
  const pinned = narrow ? 1 : MOST_PINNED;
  const axisColumns: TableColumnsType<ShownRow> = axes.map((axis, index) => ({
    key: axis,
    title: t(`report.axes.${axis}`),
    width: narrow ? NAME_WIDTH_NARROW : NAME_WIDTH,
    ...(index < pinned ? { fixed: 'start' as const } : {}),
    ellipsis: true,
    rowScope: 'row' as const,
    render: (_: unknown, shown: ShownRow) => (
      <NameCell
        name={names.on(shown.row, axis)}
        next={index === 0 ? controls.below(shown.row) : undefined}
        swatch={index === 0 ? swatchOf(shown) : undefined}
        onOpen={() => controls.drillInto(shown.row)}
      />
    ),
  }));
  return [...axisColumns, ...underBands(columns, (column) => figureColumn(column, input))];
}

function figureColumn(column: ReportColumn, input: TableColumnsInput): TableColumnsType<ShownRow>[number] {
  const { columns: visible, controls, compared, widths, setWidth } = input;
  const { sort } = controls.state;
  const width = widths[column.key] ?? columnWidth(column, compared && !column.signed);
  const hide = (): void =>
    controls.setColumns(
      '0',
      visible.filter(({ key }) => key !== column.key).map(({ key }) => key),
    );
  return {
    key: column.key,
    align: 'right',
    width,
    sorter: true,
    sortDirections: ['descend', 'ascend', 'descend'],
    sortOrder: sort.key === column.key ? (sort.ascending ? 'ascend' : 'descend') : null,
    showSorterTooltip: false,
    title: (
      <HeaderCell
        column={column}
        onSort={(ascending) => controls.setSort({ key: column.key, ascending })}
        onHide={visible.length > 1 ? hide : undefined}
        width={width}
        onResize={(next) => setWidth(column.key, next)}
      />
    ),
    render: (_: unknown, { row, previous }: ShownRow) => (
      <NumberCell
        value={column.value(row)}
        previous={previous === undefined || column.signed ? undefined : previous && column.value(previous)}
        unit={column.unit}
        decimals={column.decimals}
        direction={column.direction}
        signed={column.signed}
        unitInHeader
      />
    ),
  };
}

/** Puts neighbouring columns of one band under its heading. */
function underBands(
  columns: readonly ReportColumn[],
  make: (column: ReportColumn) => TableColumnsType<ShownRow>[number],
): TableColumnsType<ShownRow> {
  const result: TableColumnsType<ShownRow> = [];
  for (const column of columns) {
    const last = result.at(-1);
    if (!column.band) result.push(make(column));
    else if (last && 'children' in last && last.title === column.band) last.children.push(make(column));
    else result.push({ title: column.band, key: `band-${column.key}`, align: 'center', children: [make(column)] });
  }
  return result;
}
