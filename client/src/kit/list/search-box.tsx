import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import styles from './list-screen.module.css';

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
