import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSavedViewQuery } from '../../../../generated/graphql';
import { VIEW } from '../../../../kit/view-address';
import { useOpen } from './use-open';

/** What an address asks to open. */
const QUERY = 'query';
const VARIABLES = 'variables';

/** The parameters that restore a query. */
export const queryAddress = (query: string, variables: string): URLSearchParams =>
  new URLSearchParams({ [QUERY]: query, ...(variables.trim() === '' ? {} : { [VARIABLES]: variables }) });

/** The query that parameters hold; null where they hold none. */
export function queryIn(parameters: URLSearchParams): { query: string; variables: string | null } | null {
  const query = parameters.get(QUERY);
  return query === null ? null : { query, variables: parameters.get(VARIABLES) };
}

/**
 * Opens what the address says: the question of a report, or a saved query by its code. A saved one stands in the address
 * by its code alone, so that it can be as long as it likes. @returns why a saved query could not be opened
 */
export function useAddress(): { error: unknown; retry: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const open = useOpen();
  const asked = queryIn(parameters);
  const code = parameters.get(VIEW);
  const { data, error, refetch } = useSavedViewQuery({
    variables: { code: code ?? '' },
    skip: code === null || asked !== null,
    fetchPolicy: 'network-only',
  });
  const saved = data && data.savedView.code === code ? data.savedView.search : undefined;
  const found = asked ?? (saved === undefined ? null : queryIn(new URLSearchParams(saved)));
  // Once for each address: what the user makes of it afterwards stays.
  const opened = useRef('');
  const address = parameters.toString();
  useEffect(() => {
    if (!open || !found || opened.current === address) return;
    opened.current = address;
    open(found.query, found.variables);
    if (!asked || code === null) return;
    const short = new URLSearchParams(
      [...parameters].filter(([name]) => name !== QUERY && name !== VARIABLES),
    );
    opened.current = short.toString();
    setParameters(short, { replace: true, preventScrollReset: true });
  }, [open, found, asked, address, code, parameters, setParameters]);
  return { error, retry: () => void refetch() };
}
