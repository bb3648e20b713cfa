import { Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './list-screen.module.css';
import { PageSteps } from './page-steps';
import type { PlacedPages } from './types';
import { PAGE_SIZES } from './url-state';
import type { ListControls } from './use-list-state';

/** The place behind the last row. */
const END = 'end';

interface FootProps {
  controls: ListControls;
  count: number;
}

const useSizes = () => {
  const { t } = useTranslation();
  return PAGE_SIZES.map((size) => ({ value: size, label: t('common.perPage', { pageSize: size }) }));
};

/** The foot of a list whose pages are told by their numbers. */
export function NumberedFoot({ controls, count }: FootProps) {
  const { t } = useTranslation();
  const sizes = useSizes();
  const { page = 1, pageSize } = controls.state;
  const first = (page - 1) * pageSize + 1;
  return (
    <footer className={styles.foot}>
      <span className={styles.range} role="status">
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

interface PlacedProps extends FootProps {
  pages: PlacedPages;
  /** Rows of this page. */
  rows: number;
}

/**
 * The foot of a log: its next, previous and last pages are found by their places, which costs what the first page
 * costs; any other page by its number.
 */
export function PlacedFoot({ controls, count, pages, rows }: PlacedProps) {
  const { t } = useTranslation();
  const sizes = useSizes();
  const { pageSize, place, live } = controls.state;
  const last = pages.countExact ? Math.max(1, Math.ceil(count / pageSize)) : undefined;
  const atEnd = place?.by === 'before' && place.value === END;
  const page = atEnd ? last : controls.state.page;
  // Where new rows come in at the top there are no pages.
  if (live) {
    return (
      <footer className={styles.foot}>
        <span className={styles.range}>
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
          first: first,
          last: first + rows - 1,
          count,
        });

  const numberOf = (steps: number): number | undefined => (page === undefined ? undefined : page + steps);
  const isFirst = page === 1 || (page === undefined && pages.previous === null);
  const before = (): void => {
    if (page === 2) controls.setPage(1, pageSize);
    else if (pages.previous) controls.setPlace({ by: 'before', value: pages.previous }, numberOf(-1));
    else if (page !== undefined) controls.setPage(page - 1, pageSize);
  };
  const { next } = pages;
  const behind =
    next === null ? undefined : () => controls.setPlace({ by: 'after', value: next }, numberOf(1));
  const toLast = (): void => controls.setPlace({ by: 'before', value: END });
  const toNumber = (to: number): void => {
    if (to === last && to !== 1) toLast();
    else if (to === numberOf(1)) behind?.();
    else if (to === numberOf(-1)) before();
    else controls.setPage(to, pageSize);
  };
  return (
    <footer className={styles.foot}>
      <span className={styles.range} role="status">
        {range}
      </span>
      <PageSteps
        first={isFirst && place?.by !== 'at' ? undefined : () => controls.setPage(1, pageSize)}
        previous={isFirst ? undefined : before}
        next={behind}
        last={behind && toLast}
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
          <span className={styles.range}>{t('logs.page', { page })}</span>
        )}
        {page !== undefined && last !== undefined && (
          <Pagination
            size="small"
            current={page}
            pageSize={pageSize}
            total={count}
            showSizeChanger={false}
            itemRender={(_to, type, element) => (type === 'prev' || type === 'next' ? null : element)}
            onChange={toNumber}
          />
        )}
      </PageSteps>
    </footer>
  );
}
