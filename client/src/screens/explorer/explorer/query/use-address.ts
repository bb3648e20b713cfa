import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSavedViewQuery } from '../../../../generated/graphql';
import { VIEW } from '../../../../kit/view-address';
import { useOpen } from './use-open';

/** Address parameters of a query to open. */
const QUERY = 'query';
const VARIABLES = 'variables';

/** Returns the parameters that restore a query. */
export const queryAddress = (query: string, variables: string): URLSearchParams =>
  new URLSearchParams({ [QUERY]: query, ...(variables.trim() === '' ? {} : { [VARIABLES]: variables }) });

/** Reads the query from parameters. Returns null if they contain none. */
export function readQuery(parameters: URLSearchParams): { query: string; variables: string | null } | null {
  const query = parameters.get(QUERY);
  return query === null ? null : { query, variables: parameters.get(VARIABLES) };
}

/**
 * Opens the query stated in the address: a report's query, or a saved one by its code. Only the code is in
 * the address, so a saved query can have any length.
 * @returns why a saved query could not be opened
 */
export function useAddress(): { error: unknown; retry: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const open = useOpen();
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
    if (!inAddress || code === null) return;
    const short = new URLSearchParams(
      [...parameters].filter(([name]) => name !== QUERY && name !== VARIABLES),
    );
    opened.current = short.toString();
    setParameters(short, { replace: true, preventScrollReset: true });
  }, [open, target, inAddress, address, code, parameters, setParameters]);
  return { error, retry: () => void refetch() };
}
