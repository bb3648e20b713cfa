import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import styles from './list-screen.module.css';

/** Milliseconds after the last stroke until the list is asked. */
const PAUSE_MS = 350;

/**
 * The search of a list: asks after a short pause or on Enter. While a Japanese word is being composed nothing is
 * asked, and the Enter that ends it searches nothing either.
 */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  const asked = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  /** Asks once for each text, whether Enter or the pause comes first. */
  const ask = useCallback((keyword: string): void => {
    if (keyword === asked.current) return;
    asked.current = keyword;
    search.current(keyword);
  }, []);

  // The address changed by other means: Back, a link, "clear all".
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (composing || text === asked.current) return undefined;
    const timer = setTimeout(() => ask(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, composing, ask]);

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
        if (event.key === 'Enter' && !isComposing(event)) ask(text);
      }}
    />
  );
}
