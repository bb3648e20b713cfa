import { useMemo } from 'react';
import { useDependentsLazyQuery, type SettingKind } from '../../generated/graphql';

/**
 * Returns a function that loads descriptions of what depends on a setting; undefined if there is nothing to
 * load.
 */
export function useDependents(
  kind: SettingKind | undefined,
  id: number | undefined,
): (() => Promise<string[]>) | undefined {
  const [load] = useDependentsLazyQuery({ fetchPolicy: 'network-only' });
  return useMemo(() => {
    if (kind === undefined || id === undefined) return undefined;
    return async () => {
      const { data } = await load({ variables: { of: kind, id } });
      return data?.dependents.map(({ label }) => label) ?? [];
    };
  }, [kind, id, load]);
}
