import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createContext, useCallback, useContext } from 'react';

const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').trim() === (b ?? '').trim();

/** Brings the query into sight where the window shows one part at a time. */
export const LookContext = createContext<() => void>(() => undefined);

/** Opens a query in a tab: in that which holds it already, else in the active one when that is empty, else in a new one. */
export function useOpen(): ((query: string, variables?: string | null) => void) | undefined {
  const { addTab, changeTab } = useGraphiQLActions();
  const look = useContext(LookContext);
  const { tabs, activeTabIndex, queryEditor, variableEditor } = useGraphiQL((state) => ({
    tabs: state.tabs,
    activeTabIndex: state.activeTabIndex,
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const open = useCallback(
    (query: string, variables: string | null = null) => {
      look();
      // What is typed reaches the tabs a moment later.
      const current = { query: queryEditor?.getValue(), variables: variableEditor?.getValue() };
      const texts = tabs.map((tab, index) => (index === activeTabIndex ? current : tab));
      const known = texts.findIndex((tab) => same(tab.query, query) && same(tab.variables, variables));
      if (known === activeTabIndex) return;
      if (known >= 0) return changeTab(known);
      if (!same(current.query, '')) addTab();
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables ?? '');
    },
    [addTab, changeTab, look, tabs, activeTabIndex, queryEditor, variableEditor],
  );
  return queryEditor && variableEditor ? open : undefined;
}
