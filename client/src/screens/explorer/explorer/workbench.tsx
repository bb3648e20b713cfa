import {
  QueryEditor,
  useDragResize,
  useGraphiQL,
  useGraphiQLActions,
  useMonaco,
  VariableEditor,
} from '@graphiql/react';
import { Segmented } from 'antd';
import { useCallback, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../../kit/boundary';
import { ErrorNote } from '../../../kit/error-note';
import { Loading } from '../../../kit/loading';
import { refusalOf } from '../../../kit/refusal';
import { StateNote } from '../../../kit/states';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES } from '../../../theme/tokens';
import { DocsPanel } from './docs/docs-panel';
import styles from './explorer.module.css';
import { QueryTabs } from './query/query-tabs';
import { RunBar } from './query/run-bar';
import { RunsContext, useRunState } from './query/runs';
import { useAddress } from './query/use-address';
import { ShowQueryContext } from './query/use-open';
import { ResultPane } from './result/result-pane';
import { ExamplesPanel } from './side/examples-panel';
import { HistoryPanel } from './side/history-panel';
import { SavedPanel } from './side/saved-panel';

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

const PANELS = ['docs', 'examples', 'saved', 'history'] as const;
type PanelName = (typeof PANELS)[number];
/** Parts of the page. Narrow windows show one at a time. */
const PARTS = ['side', 'query', 'result'] as const;
type Part = (typeof PARTS)[number];

/** Explorer layout: panels at the left, query in the middle, result at the right. */
export function Workbench({ historyFailed }: { historyFailed: boolean }) {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<PanelName>('examples');
  const [part, setPart] = useState<Part>('query');
  const { follow } = useContext(RunsContext);
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const address = useAddress();
  const runState = useRunState();
  const outer = useDragResize({
    direction: 'horizontal',
    storageKey: 'explorerSide',
    defaultSizeRelation: 0.3,
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
      <div className={styles.part}>
        <div className={`${styles.bar} ${styles.parts}`}>
          <Segmented<Part>
            block
            value={part}
            aria-label={t('explorer.parts.label')}
            options={PARTS.map((value) => ({ value, label: t(`explorer.parts.${value}`) }))}
            onChange={setPart}
          />
        </div>
        <div className={styles.row}>
          <aside
            ref={outer.firstRef}
            className={`${styles.part} ${awayUnless(part === 'side')}`}
            aria-label={t('explorer.parts.side')}
          >
            <div className={styles.bar}>
              <Segmented<PanelName>
                block
                size="small"
                value={panel}
                aria-label={t('explorer.parts.side')}
                options={PANELS.map((value) => ({ value, label: t(`explorer.panels.${value}`) }))}
                onChange={setPanel}
              />
            </div>
            <div className={`${styles.scrolled} ${styles.padded}`}>
              <Boundary key={panel}>
                {panel === 'docs' && <DocsPanel />}
                {panel === 'examples' && <ExamplesPanel />}
                {panel === 'saved' && <SavedPanel />}
                {panel === 'history' && <HistoryPanel failed={historyFailed} />}
              </Boundary>
            </div>
          </aside>
          <div ref={outer.dragBarRef} className={styles.dragBar} />
          <div ref={outer.secondRef} className={`${styles.row} ${awayUnless(part !== 'side')}`}>
            <section
              ref={inner.firstRef}
              id="explorer-query"
              className={`${styles.part} ${awayUnless(part === 'query')}`}
              aria-label={t('explorer.parts.query')}
            >
              <QueryTabs />
              <RunBar />
              {address.error ? <NotOpened {...address} /> : null}
              <div className={`graphiql-container ${styles.editors}`}>
                {!queryEditor && (
                  <div className={styles.coming}>
                    <Loading />
                  </div>
                )}
                <div className={styles.editor}>
                  <QueryEditor aria-label={t('explorer.editor.query')} />
                </div>
                <p className={`${styles.note} ${styles.caption}`}>{t('explorer.editor.variables')}</p>
                <div className={`${styles.editor} ${styles.variables}`}>
                  <VariableEditor aria-label={t('explorer.editor.variables')} />
                </div>
              </div>
            </section>
            <div ref={inner.dragBarRef} className={styles.dragBar} />
            <section
              ref={inner.secondRef}
              className={`${styles.part} ${awayUnless(part === 'result')}`}
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
  return refusalOf(error).code === 'NOT_FOUND' ? (
    <StateNote title={t('views.missing')} hint={t('views.missingHint')} />
  ) : (
    <ErrorNote of="report" error={error} retry={retry} />
  );
}
