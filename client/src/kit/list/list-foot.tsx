import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-screen.module.css';
import type { PlacedPages } from './types';
import { PAGE_SIZES } from './url-state';
import type { ListControls } from './use-list-state';

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
  const { page, pageSize, place, live } = controls.state;
  const last = pages.countExact ? Math.max(1, Math.ceil(count / pageSize)) : undefined;
  // Where new rows come in at the top there are no pages.
  if (live) {
    return (
      <footer className={styles.foot}>
        <span className={styles.range}>{t(pages.countExact ? 'logs.count' : 'logs.countMore', { count })}</span>
      </footer>
    );
  }
  const first = page === undefined ? undefined : (page - 1) * pageSize + 1;
  const range =
    first === undefined
      ? t(pages.countExact ? 'logs.count' : 'logs.countMore', { count })
      : t(pages.countExact ? 'logs.range' : 'logs.rangeMore', { first: first, last: first + rows - 1, count });

  const before = (): void => {
    if (page === 2) controls.setPage(1, pageSize);
    else if (pages.previous) controls.setPlace({ by: 'before', value: pages.previous }, page === undefined ? undefined : page - 1);
    else if (page !== undefined) controls.setPage(page - 1, pageSize);
  };
  const behind = (): void => {
    if (pages.next) controls.setPlace({ by: 'after', value: pages.next }, page === undefined ? undefined : page + 1);
  };
  const toNumber = (to: number): void => {
    if (to === last && to !== 1) controls.setPlace({ by: 'before', value: 'end' }, last);
    else if (page !== undefined && to === page + 1) behind();
    else if (page !== undefined && to === page - 1) before();
    else controls.setPage(to, pageSize);
  };
  const atFirst = page === 1 || (page === undefined && pages.previous === null);
  const arrow = (label: string, icon: ReactNode, disabled: boolean, run: () => void) => (
    <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={disabled} onClick={run} />
  );
  return (
    <footer className={styles.foot}>
      <span className={styles.range} role="status">
        {range}
      </span>
      <nav className={styles.pages} aria-label={t('logs.pages')}>
        {arrow(t('logs.first'), <DoubleLeftOutlined />, atFirst && place?.by !== 'at', () => controls.setPage(1, pageSize))}
        {arrow(t('logs.previous'), <LeftOutlined />, atFirst, before)}
        {page !== undefined &&
          (last === undefined ? (
            <span className={styles.range}>{t('logs.page', { page })}</span>
          ) : (
            <Pagination
              size="small"
              current={page}
              pageSize={pageSize}
              total={count}
              showSizeChanger={false}
              itemRender={(_to, type, element) => (type === 'prev' || type === 'next' ? null : element)}
              onChange={toNumber}
            />
          ))}
        {arrow(t('logs.next'), <RightOutlined />, pages.next === null, behind)}
        {arrow(t('logs.last'), <DoubleRightOutlined />, pages.next === null, () => controls.setPlace({ by: 'before', value: 'end' }, last))}
        <Select size="small" value={pageSize} options={sizes} aria-label={t('common.perPage', { pageSize })} onChange={(size) => controls.setPage(1, size)} />
      </nav>
    </footer>
  );
}
