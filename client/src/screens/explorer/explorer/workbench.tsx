import {
  QueryEditor,
  useDragResize,
  useGraphiQL,
  useGraphiQLActions,
  useMonaco,
  VariableEditor,
} from '@graphiql/react';
import { Segmented, Button } from 'antd';
import { useCallback, useContext, useEffect, useState, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../../kit/boundary';
import { ErrorNote } from '../../../kit/error-note';
import { Loading } from '../../../kit/loading';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES } from '../../../theme/tokens';
import { BuilderPanel } from './builder/builder-panel';
import type { ReportRequest } from '../../../kit/report/read-explorer-query';
import { DocsPanel } from './docs/docs-panel';
import styles from './explorer.module.css';
import { RunBar } from './query/run-bar';
import { RunsContext, useRunState } from './query/runs';
import { useAddress, ShowQueryContext, useOpen } from './query/use-open';
import { ResultPane } from './result/result-pane';
import { ResultViewContext, type ResultView } from './result/result-view';
import { HistoryPanel } from './side/history-panel';
import { SavedPanel } from './side/saved-panel';
import { useProductId } from '../../../session/session-context';
import { exampleQueries } from './examples';
import { CloseOutlined, PlusOutlined } from '@ant-design/icons';

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
function QueryTabs() {
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
    <div className={`ic-row ic-rigid ic-gap-4 ic-line-bottom ic-sunken ${styles.tabs}`}>
      <div
        ref={list}
        role="tablist"
        className="ic-flex ic-gap-4 ic-shrink ic-scroll-x"
        aria-label={t('explorer.tabs.label')}
      >
        {tabs.map(({ id, query, operationName }, index) => {
          const title = titleOf(query, operationName) ?? t('explorer.tabs.untitled');
          return (
            <span key={id} role="presentation" className={`ic-inline ic-rigid ic-secondary ${styles.tab}`}>
              <button
                type="button"
                role="tab"
                className="ic-plain-button ic-ellipsis ic-text-13"
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
                  className="ic-plain-button ic-rigid ic-text-11"
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

/** An example query of every report for the active product. */
function ExamplesPanel() {
  const { t } = useTranslation();
  const productId = useProductId();
  const open = useOpen();
  const examples = useMemo(() => exampleQueries(productId, t), [productId, t]);
  return (
    <>
      <p className="ic-caption ic-figures ic-mb-8">{t('explorer.examples.lead')}</p>
      <ul className={`ic-list ic-text-13 ${styles.entries}`}>
        {examples.map(({ name, title, query, variables }) => (
          <li key={name}>
            <button type="button" disabled={!open} onClick={() => open?.(query, variables)}>
              <b>{title}</b>
              <code className="ic-clamp ic-caption">{name}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Applies the console's colours to the editors. Their default dark theme makes comments unreadable. */
function useEditorColours(): void {
  const theme = useThemeName();
  const { setTheme } = useGraphiQLActions();
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    const { text, textMuted, primary, primarySoft, raised } = PALETTES[theme];
    monaco?.editor.defineTheme(theme === 'dark' ? 'graphiql-DARK' : 'graphiql-LIGHT', {
      base: theme === 'dark' ? 'vs-dark' : 'vs',
      inherit: true,
      rules: [
        { token: 'comment', foreground: textMuted.slice(1) },
        { token: 'argument.identifier.gql', foreground: primary.slice(1) },
      ],
      colors: {
        'editor.background': '#00000000',
        'scrollbar.shadow': '#00000000',
        'editorHoverWidget.background': raised,
        'editorSuggestWidget.background': raised,
        'editorSuggestWidget.foreground': text,
        'editorSuggestWidget.selectedBackground': primarySoft,
        'editorSuggestWidget.selectedForeground': text,
        'editorSuggestWidget.selectedIconForeground': text,
        'list.hoverBackground': primarySoft,
        'list.highlightForeground': primary,
        'list.focusHighlightForeground': primary,
        'menu.background': raised,
        'menu.selectionBackground': primarySoft,
        'menu.selectionForeground': primary,
        'textLink.foreground': primary,
        'textLink.activeForeground': primary,
        focusBorder: primary,
      },
    });
    setTheme(theme);
  }, [monaco, theme, setTheme]);
}

const PANELS = ['builder', 'docs', 'examples', 'saved', 'history'] as const;
type PanelName = (typeof PANELS)[number];
/** Parts of the page. Narrow windows show one at a time. */
const PARTS = ['side', 'query', 'result'] as const;
type Part = (typeof PARTS)[number];

/** Explorer layout: panels at the left, query in the middle, result at the right. */
export function Workbench(props: { historyFailed: boolean }) {
  const [shown, show] = useState<ResultView>({ view: 'table' });
  const view = useMemo(() => ({ shown, show }), [shown]);
  return (
    <ResultViewContext value={view}>
      <Panes {...props} />
    </ResultViewContext>
  );
}

function Panes({ historyFailed }: { historyFailed: boolean }) {
  const { t } = useTranslation();
  const lastBuilt = useRef<ReportRequest>(undefined);
  const [panel, setPanel] = useState<PanelName>('builder');
  const [part, setPart] = useState<Part>('side');
  const { follow } = useContext(RunsContext);
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const address = useAddress();
  const runState = useRunState();
  const outer = useDragResize({
    direction: 'horizontal',
    storageKey: 'explorerSide',
    defaultSizeRelation: 0.36,
    sizeThresholdFirst: 220,
    sizeThresholdSecond: 400,
  });
  const inner = useDragResize({
    direction: 'horizontal',
    storageKey: 'explorerResult',
    defaultSizeRelation: 0.8,
    sizeThresholdFirst: 280,
    sizeThresholdSecond: 280,
  });
  useEditorColours();
  // A selection of metrics is one long line, and the pane is narrow.
  useEffect(() => queryEditor?.updateOptions({ wordWrap: 'on' }), [queryEditor]);
  useEffect(() => follow(active), [follow, active]);
  const showQuery = useCallback(() => setPart('query'), []);
  const waiting = runState?.kind === 'waiting';
  useEffect(() => {
    if (waiting) setPart('result');
  }, [waiting]);
  const awayUnless = (isShown: boolean): string => (isShown ? '' : (styles.away ?? ''));

  return (
    <ShowQueryContext value={showQuery}>
      <div className="ic-stack ic-fill ic-surface">
        <div className={`ic-rigid ic-line-bottom ic-surface ic-p-8-16 ${styles.parts}`}>
          <Segmented<Part>
            block
            value={part}
            aria-label={t('explorer.parts.label')}
            options={PARTS.map((value) => ({ value, label: t(`explorer.parts.${value}`) }))}
            onChange={setPart}
          />
        </div>
        <div className={`ic-flex ic-fill ${styles.row}`}>
          <aside
            ref={outer.firstRef}
            className={`ic-stack ic-fill ic-surface ${awayUnless(part === 'side')}`}
            aria-label={t('explorer.parts.side')}
          >
            <div className="ic-rigid ic-line-bottom ic-surface ic-p-8-16">
              <Segmented<PanelName>
                block
                size="small"
                className={styles.choice ?? ''}
                value={panel}
                aria-label={t('explorer.parts.side')}
                options={PANELS.map((value) => ({ value, label: t(`explorer.panels.${value}`) }))}
                onChange={setPanel}
              />
            </div>
            <div className="ic-fill ic-scroll-y ic-p-12-16">
              <Boundary key={panel}>
                {panel === 'builder' && <BuilderPanel lastBuilt={lastBuilt} />}
                {panel === 'docs' && <DocsPanel />}
                {panel === 'examples' && <ExamplesPanel />}
                {panel === 'saved' && <SavedPanel />}
                {panel === 'history' && <HistoryPanel failed={historyFailed} />}
              </Boundary>
            </div>
          </aside>
          <div ref={outer.dragBarRef} className={styles.dragBar} />
          <div
            ref={outer.secondRef}
            className={`ic-flex ic-fill ${styles.row} ${awayUnless(part !== 'side')}`}
          >
            <section
              ref={inner.firstRef}
              id="explorer-query"
              className={`ic-stack ic-fill ic-surface ${awayUnless(part === 'query')}`}
              aria-label={t('explorer.parts.query')}
            >
              <QueryTabs />
              <RunBar />
              {address.error ? <NotOpened {...address} /> : null}
              <div className="graphiql-container ic-stack ic-fill ic-relative">
                {!queryEditor && (
                  <div className={styles.coming}>
                    <Loading />
                  </div>
                )}
                <div className={`ic-relative ${styles.editor}`}>
                  <QueryEditor aria-label={t('explorer.editor.query')} />
                </div>
                <p className="ic-rigid ic-line-top ic-line-bottom ic-sunken ic-p-8-16 ic-caption">
                  {t('explorer.editor.variables')}
                </p>
                <div className={`ic-relative ${styles.editor} ${styles.variables}`}>
                  <VariableEditor aria-label={t('explorer.editor.variables')} />
                </div>
              </div>
            </section>
            <div ref={inner.dragBarRef} className={styles.dragBar} />
            <section
              ref={inner.secondRef}
              className={`ic-stack ic-fill ic-surface ${awayUnless(part === 'result')}`}
              aria-label={t('explorer.result.title')}
            >
              <Boundary>
                <ResultPane />
              </Boundary>
            </section>
          </div>
        </div>
      </div>
    </ShowQueryContext>
  );
}

/** Shown if a saved query could not be opened. */
function NotOpened({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const missing = { title: t('views.missing'), hint: t('views.missingHint') };
  return <ErrorNote of="report" missing={missing} error={error} retry={retry} />;
}
