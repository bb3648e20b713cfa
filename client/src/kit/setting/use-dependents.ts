import { useMemo } from 'react';
import { useDependentsLazyQuery, type SettingKind } from '../../generated/graphql';

/** The way to ask what hangs on a setting, in words; undefined where there is nothing to ask about. */
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
