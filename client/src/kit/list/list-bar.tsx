import {
  SearchOutlined,
  ArrowDownOutlined,
  ArrowUpOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Input, Button, Checkbox } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import styles from './list-screen.module.css';
import { moveColumn, toggleHidden, togglePin } from '../columns/column-choice';
import { ColumnChooser, type ColumnItem } from '../columns/column-chooser';
import type { ColumnControls } from '../columns/use-columns';
import type { FieldTexts } from '../use-field-texts';
import type { ListColumn, Chosen } from './list-source';

/** Milliseconds of typing pause before the search starts. */
const PAUSE_MS = 350;

/**
 * Search box of a list. It searches after a short pause or on Enter, but not while an IME composes text; the
 * Enter that ends a composition doesn't search either.
 */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  const searched = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  /** Searches once per text, whether triggered by Enter or by the pause. */
  const searchFor = useCallback((keyword: string): void => {
    if (keyword === searched.current) return;
    searched.current = keyword;
    search.current(keyword);
  }, []);

  // The URL changed by other means: Back, a link, "clear all".
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (composing || text === searched.current) return undefined;
    const timer = setTimeout(() => searchFor(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, composing, searchFor]);

  return (
    <Input
      allowClear
      type="search"
      className={styles.search}
      prefix={<SearchOutlined style={{ color: 'var(--ic-text-muted)' }} />}
      value={text}
      placeholder={t('list.searchPlaceholder')}
      aria-label={t('common.search')}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) searchFor(text);
      }}
    />
  );
}

export interface ListColumnsProps<Row> {
  columns: readonly ListColumn<Row>[];
  controls: ColumnControls<ListColumn<Row>>;
  texts: FieldTexts;
}

/** Shows, hides, orders and pins the columns of a list. Changes apply immediately and are remembered. */
export function ListColumns<Row>({ columns, controls, texts }: ListColumnsProps<Row>) {
  const { t } = useTranslation();
  const { choice, change, reset } = controls;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const items = choice.order.flatMap((key): ColumnItem[] => {
    const column = byKey.get(key);
    return column ? [{ key, title: texts.label(column.label ?? key), fixed: column.names === true }] : [];
  });
  return (
    <ColumnChooser
      items={items}
      visible={new Set(choice.order.filter((key) => !choice.hidden.includes(key)))}
      onToggle={(keys) => change(keys.reduce(toggleHidden, choice))}
      onReset={reset}
      lead={t('list.columnsLead')}
      actions={({ key, title }) => {
        const pinned = choice.pinned.includes(key);
        return (
          <>
            <Button
              type="text"
              size="small"
              icon={pinned ? <PushpinFilled style={{ color: 'var(--ic-primary)' }} /> : <PushpinOutlined />}
              aria-label={t(pinned ? 'list.unpin' : 'list.pin', { column: title })}
              aria-pressed={pinned}
              onClick={() => change(togglePin(choice, key))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('list.moveUp', { column: title })}
              onClick={() => change(moveColumn(choice, key, -1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('list.moveDown', { column: title })}
              onClick={() => change(moveColumn(choice, key, 1))}
            />
          </>
        );
      }}
    />
  );
}

export interface BulkBarProps {
  chosen: Chosen<number | string>;
  /** Number of rows that match the list's conditions, over all pages. */
  matching: number;
  /** Whether every row of this page is chosen, so choosing all matches makes sense. */
  pageChosen: boolean;
  onAll: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** Number of chosen rows, a button that chooses all matches, and the bulk actions. */
export function BulkBar({ chosen, matching, pageChosen, onAll, onClear, children }: BulkBarProps) {
  const { t } = useTranslation();
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;
  return (
    <div
      className={`ic-row ic-wrap ic-gap-4-12 ic-rounded ic-text-13 ${styles.bulk}`}
      role="region"
      aria-label={t('list.bulk')}
    >
      <strong>{t(chosen.kind === 'ids' ? 'list.chosen' : 'list.chosenAll', { count })}</strong>
      {chosen.kind === 'ids' && pageChosen && matching > count && (
        <Button type="link" size="small" onClick={onAll}>
          {t('list.chooseAll', { count: matching })}
        </Button>
      )}
      <span className="ic-inline ic-wrap ic-gap-8 ic-push">{children}</span>
      <Button type="text" size="small" onClick={onClear}>
        {t('list.clearChoice')}
      </Button>
    </div>
  );
}

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
