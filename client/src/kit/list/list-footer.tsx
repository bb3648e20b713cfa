import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-screen.module.css';
import { formatDateTime } from '../tokyo-date';
import type { CursorPages } from './list-source';
import { PAGE_SIZES } from './url-state';
import type { ListControls } from './use-list-state';

/** Navigation from a page of a log; unavailable steps are undefined. */
export interface PageStepsProps {
  first: (() => void) | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  last: (() => void) | undefined;
  /** Content between the steps. */
  children?: ReactNode;
  /** Content after the steps. */
  end?: ReactNode;
}

/** Buttons for the first, previous, next and last page. */
export function PageSteps({ first, previous, next, last, children, end }: PageStepsProps) {
  const { t } = useTranslation();
  const step = (label: string, icon: ReactNode, run: (() => void) | undefined) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={!run}
      onClick={run}
    />
  );
  return (
    <nav className="ic-row ic-wrap ic-gap-4" aria-label={t('logs.pages')}>
      {step(t('logs.first'), <DoubleLeftOutlined />, first)}
      {step(t('logs.previous'), <LeftOutlined />, previous)}
      {children}
      {step(t('logs.next'), <RightOutlined />, next)}
      {step(t('logs.last'), <DoubleRightOutlined />, last)}
      {end}
    </nav>
  );
}

/** Cursor behind the last row. */
const END = 'end';

interface FootProps {
  controls: ListControls;
  count: number;
}

const useSizes = () => {
  const { t } = useTranslation();
  return PAGE_SIZES.map((size) => ({ value: size, label: t('common.perPage', { pageSize: size }) }));
};

/** Footer of a list with numbered pages. */
export function NumberedFoot({ controls, count }: FootProps) {
  const { t } = useTranslation();
  const sizes = useSizes();
  const { page = 1, pageSize } = controls.state;
  const first = (page - 1) * pageSize + 1;
  return (
    <footer className={`ic-row ic-wrap ic-between ic-gap-8-16 ic-line-top ${styles.foot}`}>
      <span className="ic-note ic-figures" role="status">
        {t('list.range', { first, last: Math.min(first + pageSize - 1, count), count })}
      </span>
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={count}
        showSizeChanger={{ options: sizes }}
        onChange={(to, size) => controls.setPage(size === pageSize ? to : 1, size)}
      />
    </footer>
  );
}

interface CursorFootProps extends FootProps {
  pages: CursorPages;
  /** Number of rows on this page. */
  rows: number;
}

/**
 * Footer of a log. Next, previous and last page use cursors, which cost no more than the first page; other
 * pages use their number.
 */
export function CursorFoot({ controls, count, pages, rows }: CursorFootProps) {
  const { t } = useTranslation();
  const sizes = useSizes();
  const { pageSize, place, live } = controls.state;
  const last = pages.countExact ? Math.max(1, Math.ceil(count / pageSize)) : undefined;
  const atEnd = place?.by === 'before' && place.value === END;
  const page = atEnd ? last : controls.state.page;
  // Live logs add rows at the top and have no pages.
  if (live) {
    return (
      <footer className={`ic-row ic-wrap ic-between ic-gap-8-16 ic-line-top ${styles.foot}`}>
        <span className="ic-note ic-figures">
          {t(pages.countExact ? 'logs.count' : 'logs.countMore', { count })}
        </span>
      </footer>
    );
  }
  const first = page === undefined ? undefined : (page - 1) * pageSize + 1;
  const range =
    first === undefined
      ? t(pages.countExact ? 'logs.count' : 'logs.countMore', { count })
      : t(pages.countExact ? 'logs.range' : 'logs.rangeMore', {
          first,
          last: first + rows - 1,
          count,
        });

  const numberOf = (steps: number): number | undefined => (page === undefined ? undefined : page + steps);
  const isFirst = page === 1 || (page === undefined && pages.previous === null);
  const goToPrevious = (): void => {
    if (page === 2) controls.setPage(1, pageSize);
    else if (pages.previous) controls.setPlace({ by: 'before', value: pages.previous }, numberOf(-1));
    else if (page !== undefined) controls.setPage(page - 1, pageSize);
  };
  const { next } = pages;
  const goToNext =
    next === null ? undefined : () => controls.setPlace({ by: 'after', value: next }, numberOf(1));
  const goToLast = (): void => controls.setPlace({ by: 'before', value: END });
  const goToPage = (to: number): void => {
    if (to === last && to !== 1) goToLast();
    else if (to === numberOf(1)) goToNext?.();
    else if (to === numberOf(-1)) goToPrevious();
    else controls.setPage(to, pageSize);
  };
  return (
    <footer className={`ic-row ic-wrap ic-between ic-gap-8-16 ic-line-top ${styles.foot}`}>
      <span className="ic-note ic-figures" role="status">
        {range}
      </span>
      <PageSteps
        first={isFirst && place?.by !== 'at' ? undefined : () => controls.setPage(1, pageSize)}
        previous={isFirst ? undefined : goToPrevious}
        next={goToNext}
        last={goToNext && goToLast}
        end={
          <Select
            data-screen-only
            size="small"
            value={pageSize}
            options={sizes}
            aria-label={t('common.perPage', { pageSize })}
            onChange={(size) => controls.setPage(1, size)}
          />
        }
      >
        {page !== undefined && last === undefined && (
          <span className="ic-note ic-figures">{t('logs.page', { page })}</span>
        )}
        {page !== undefined && last !== undefined && (
          <Pagination
            size="small"
            current={page}
            pageSize={pageSize}
            total={count}
            showSizeChanger={false}
            itemRender={(_to, type, element) => (type === 'prev' || type === 'next' ? null : element)}
            onChange={goToPage}
          />
        )}
      </PageSteps>
    </footer>
  );
}

/** Says how far a search looked that stopped before it was done, and continues it. */
export function SearchNote({ controls, pages }: Pick<CursorFootProps, 'controls' | 'pages'>) {
  const { t } = useTranslation();
  const { searchedTo } = pages;
  if (searchedTo == null) return null;
  const { place, sort } = controls.state;
  const isBack = place?.by === 'before';
  const to = isBack ? pages.previous : pages.next;
  const isOlder = (sort?.ascending ?? false) === isBack;
  return (
    <div className="ic-row ic-wrap ic-between ic-gap-8-16 ic-line-top ic-p-12-16" role="status">
      <span className="ic-stack">
        <span className="ic-figures">{t('logs.searchedTo', { time: formatDateTime(searchedTo) })}</span>
        <span className="ic-caption">{t('logs.searchedHint')}</span>
      </span>
      {to !== null && (
        <Button onClick={() => controls.setPlace({ by: isBack ? 'before' : 'after', value: to })}>
          {t(isOlder ? 'logs.searchOlder' : 'logs.searchNewer')}
        </Button>
      )}
    </div>
  );
}
