import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createContext, useCallback, useContext } from 'react';

const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').trim() === (b ?? '').trim();

/** Switches to the query part on narrow windows, which show one part at a time. */
export const ShowQueryContext = createContext<() => void>(() => undefined);

/**
 * Returns a function that opens a query: in the tab that already contains it, in the active tab if empty, or
 * in a new one.
 */
export function useOpen(): ((query: string, variables?: string | null) => void) | undefined {
  const { addTab, changeTab } = useGraphiQLActions();
  const showQuery = useContext(ShowQueryContext);
  const { tabs, activeTabIndex, queryEditor, variableEditor } = useGraphiQL((state) => ({
    tabs: state.tabs,
    activeTabIndex: state.activeTabIndex,
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const open = useCallback(
    (query: string, variables: string | null = null) => {
      showQuery();
      // Edits reach the tabs with a delay.
      const current = { query: queryEditor?.getValue(), variables: variableEditor?.getValue() };
      const texts = tabs.map((tab, index) => (index === activeTabIndex ? current : tab));
      const known = texts.findIndex((tab) => same(tab.query, query) && same(tab.variables, variables));
      if (known === activeTabIndex) return;
      if (known >= 0) return changeTab(known);
      if (!same(current.query, '')) addTab();
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables ?? '');
    },
    [addTab, changeTab, showQuery, tabs, activeTabIndex, queryEditor, variableEditor],
  );
  return queryEditor && variableEditor ? open : undefined;
}
