import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button } from 'antd';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../explorer.module.css';

/** Returns the title of a tab: its first comment line, or the operation name. */
const titleOf = (query: string | null, operationName: string | null): string | undefined =>
  /^\s*#\s*(.*\S)/.exec(query ?? '')?.[1] ??
  operationName ??
  /\b(?:query|mutation)\s+(\w+)/.exec(query ?? '')?.[1];

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Tabs of the open queries. Arrow keys move between them, Delete closes one. GraphiQL's and antd's tabs are
 * English for screen readers, and nest buttons in tabs.
 */
export function QueryTabs() {
  const { t } = useTranslation();
  const { addTab, changeTab, closeTab } = useGraphiQLActions();
  const { tabs, active } = useGraphiQL((state) => ({ tabs: state.tabs, active: state.activeTabIndex }));
  const list = useRef<HTMLDivElement>(null);
  // Keeps the active tab visible. Only the tab list scrolls.
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs.length]);
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Delete' && tabs.length > 1) closeTab(active);
    if (step === undefined) return;
    event.preventDefault();
    const next = (active + step + tabs.length) % tabs.length;
    changeTab(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={t('explorer.tabs.label')}>
        {tabs.map(({ id, query, operationName }, index) => {
          const title = titleOf(query, operationName) ?? t('explorer.tabs.untitled');
          return (
            <span key={id} role="presentation" className={styles.tab}>
              <button
                type="button"
                role="tab"
                aria-selected={index === active}
                aria-keyshortcuts={tabs.length > 1 ? 'Delete' : undefined}
                aria-controls="explorer-query"
                tabIndex={index === active ? 0 : -1}
                title={title}
                onClick={() => changeTab(index)}
                onKeyDown={walk}
              >
                {title}
              </button>
              {tabs.length > 1 && (
                // A tab list may only contain tabs. Keyboard and screen reader users close a tab with Delete.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  title={t('explorer.tabs.close', { title })}
                  onClick={() => closeTab(index)}
                >
                  <CloseOutlined />
                </button>
              )}
            </span>
          );
        })}
      </div>
      <Button
        type="text"
        size="small"
        icon={<PlusOutlined />}
        aria-label={t('explorer.tabs.add')}
        onClick={addTab}
      />
    </div>
  );
}
