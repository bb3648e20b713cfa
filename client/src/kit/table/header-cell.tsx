import { CaretDownFilled, CaretUpFilled, EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './header-cell.module.css';
import type { MetricColumn } from './measure-column';
import { MeasureTip } from './measure-tip';

const MIN_WIDTH = 64;
const MAX_WIDTH = 480;
const KEY_STEP = 16;

const within = (width: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));

/** Returns the width after an arrow key; undefined for other keys. */
function widthAfter(width: number, key: string): number | undefined {
  const step = key === 'ArrowRight' ? KEY_STEP : key === 'ArrowLeft' ? -KEY_STEP : 0;
  return step === 0 ? undefined : within(width + step);
}

interface ResizeHandleProps {
  width: number;
  /** Called once, when the drag ends. */
  onResize: (width: number) => void;
}

/** Outer edge of a header that resizes its column by pointer; the header handles keys. */
function ResizeHandle({ width, onResize }: ResizeHandleProps) {
  const start = useRef<number | undefined>(undefined);

  /** Pixels that the edge was dragged outwards: to the left on mirrored pages. */
  const pulledBy = (event: PointerEvent<HTMLSpanElement>): number =>
    (event.clientX - (start.current ?? event.clientX)) * (document.documentElement.dir === 'rtl' ? -1 : 1);

  function grab(event: PointerEvent<HTMLSpanElement>): void {
    event.preventDefault();
    start.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function pull(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    const pulled = within(width + pulledBy(event)) - width;
    event.currentTarget.style.transform = `translateX(${document.documentElement.dir === 'rtl' ? -pulled : pulled}px)`;
  }
  function release(event: PointerEvent<HTMLSpanElement>): void {
    if (start.current === undefined) return;
    event.currentTarget.style.transform = '';
    const pulled = pulledBy(event);
    start.current = undefined;
    if (pulled !== 0) onResize(within(width + pulled));
  }

  return (
    <span
      aria-hidden="true"
      className={styles.resize}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={release}
    />
  );
}

export interface HeaderCellProps {
  column: Pick<
    MetricColumn<never>,
    'title' | 'longTitle' | 'unit' | 'direction' | 'definition' | 'formula' | 'colourIndex'
  >;
  /** Formula with the numbers of the total. */
  numbers?: string | undefined;
  /** Whether rows ascend by it; undefined if another column sorts them. */
  sorted: boolean | undefined;
  onSort: (ascending: boolean) => void;
  /** Undefined for columns that can't be hidden. */
  onHide?: (() => void) | undefined;
  width: number;
  onResize: (width: number) => void;
}

/**
 * Header of a metric column, with one tab stop: Enter sorts, arrow down opens the menu, Shift with an arrow
 * resizes the column. Its title has a tooltip on hover and focus.
 */
export function HeaderCell({ column, numbers, sorted, onSort, onHide, width, onResize }: HeaderCellProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const unit = column.unit === 'yen' ? t('report.unitYen') : '';
  const { longTitle = column.title } = column;
  const header = useRef<HTMLButtonElement>(null);
  const byKeys = useRef(false);

  function press(event: KeyboardEvent): void {
    const wider = event.shiftKey ? widthAfter(width, event.key) : undefined;
    if (wider !== undefined) onResize(wider);
    else if (event.key === 'ArrowDown') {
      byKeys.current = true;
      setOpen(true);
    } else return;
    event.preventDefault();
  }
  /** Returns keyboard users to the header, or to the next one. */
  function goOn(from: Element | null | undefined): void {
    if (!byKeys.current) return;
    // After the key event; otherwise Enter in the menu would press the newly focused button.
    setTimeout(() => from?.querySelector<HTMLElement>('button')?.focus());
  }
  function show(next: boolean): void {
    setOpen(next);
    if (next) byKeys.current = false;
    else goOn(header.current?.parentElement);
  }
  function hide(): void {
    const place = header.current?.closest('th');
    onHide?.();
    goOn(place?.nextElementSibling ?? place?.previousElementSibling);
    byKeys.current = false;
  }
  return (
    <span className={`ic-row ic-to-end ${styles.header}`}>
      <MeasureTip metric={column} numbers={numbers} hint={t('report.headerKeys')}>
        <button
          ref={header}
          type="button"
          className={`ic-inline-row ic-shrink ic-tall ic-gap-4 ic-pointer ic-nowrap ic-strong ${styles.sort}`}
          aria-keyshortcuts="ArrowDown Shift+ArrowLeft Shift+ArrowRight"
          onClick={() => onSort(sorted === false)}
          onKeyDown={press}
        >
          {column.colourIndex !== undefined && (
            <i
              className="ic-swatch"
              style={{ background: `var(--ic-series-${column.colourIndex + 1})` }}
              aria-hidden="true"
            />
          )}
          <span className="ic-primary ic-text-11" style={{ width: 10 }} aria-hidden="true">
            {sorted === undefined ? null : sorted ? <CaretUpFilled /> : <CaretDownFilled />}
          </span>
          {column.title}
          {unit && <span className="ic-muted ic-text-11 ic-regular">{unit}</span>}
        </button>
      </MeasureTip>
      <Dropdown
        trigger={['click']}
        open={open}
        onOpenChange={show}
        autoFocus
        menu={{
          items: [
            { key: 'descending', label: t('report.sortDescending'), onClick: () => onSort(false) },
            { key: 'ascending', label: t('report.sortAscending'), onClick: () => onSort(true) },
            ...(onHide
              ? [
                  { type: 'divider' as const },
                  { key: 'hide', label: t('report.hideColumn', { column: longTitle }), onClick: hide },
                ]
              : []),
          ],
        }}
      >
        <button
          type="button"
          data-screen-only
          tabIndex={-1}
          className={`ic-rigid ic-plain-button ic-muted ic-header-menu ${styles.menuButton}`}
          aria-label={t('report.columnMenu', { column: longTitle })}
        >
          <EllipsisOutlined />
        </button>
      </Dropdown>
      <ResizeHandle width={width} onResize={onResize} />
    </span>
  );
}
