import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSavedViewQuery } from '../../../../generated/graphql';
import { VIEW, withParameters } from '../../../../kit/address';
import { ResultViewContext, type ResultView } from '../result/result-view';

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

/** Address parameters of a query to open. */
const QUERY = 'query';
const VARIABLES = 'variables';
const CHART = 'chart';

/** Returns the parameters that restore a query with the view of its result. */
export const queryAddress = (query: string, variables: string, shown: ResultView): URLSearchParams =>
  withParameters(new URLSearchParams({ [QUERY]: query }), {
    [VARIABLES]: variables.trim(),
    [CHART]: shown.view === 'chart' ? shown.measure : null,
  });

interface AddressedQuery {
  readonly query: string;
  readonly variables: string | null;
  readonly shown: ResultView;
}

/** Reads the query from parameters. Returns null if they contain none. */
export function readQuery(parameters: URLSearchParams): AddressedQuery | null {
  const query = parameters.get(QUERY);
  const measure = parameters.get(CHART);
  const shown: ResultView = measure ? { view: 'chart', measure } : { view: 'table' };
  return query === null ? null : { query, variables: parameters.get(VARIABLES), shown };
}

/**
 * Opens the query stated in the address: a report's query, or a saved one by its code. Only the code is in
 * the address, so a saved query can have any length.
 * @returns why a saved query could not be opened
 */
export function useAddress(): { error: unknown; retry: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const open = useOpen();
  const { show } = useContext(ResultViewContext);
  const inAddress = readQuery(parameters);
  const code = parameters.get(VIEW);
  const { data, error, refetch } = useSavedViewQuery({
    variables: { code: code ?? '' },
    skip: code === null || inAddress !== null,
    fetchPolicy: 'network-only',
  });
  const saved = data && data.savedView.code === code ? data.savedView.search : undefined;
  const target = inAddress ?? (saved === undefined ? null : readQuery(new URLSearchParams(saved)));
  // Opens each address once, to keep later edits.
  const opened = useRef('');
  const address = parameters.toString();
  useEffect(() => {
    if (!open || !target || opened.current === address) return;
    opened.current = address;
    open(target.query, target.variables);
    show(target.shown);
    if (!inAddress || code === null) return;
    const short = new URLSearchParams(
      [...parameters].filter(([name]) => ![QUERY, VARIABLES, CHART].includes(name)),
    );
    opened.current = short.toString();
    setParameters(short, { replace: true, preventScrollReset: true });
  }, [open, show, target, inAddress, address, code, parameters, setParameters]);
  return { error, retry: () => void refetch() };
}
