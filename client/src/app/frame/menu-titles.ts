import { createContext, useContext, useMemo } from 'react';
import { useCustomTitlesQuery } from '../../generated/first';
import { useRight } from '../../session/use-right';

/** Names that users gave to menu entries, by route key. */
export type MenuTitles = Readonly<Record<string, string>>;

export const MenuTitlesContext = createContext<MenuTitles>({});

/** The name that a menu entry was given; undefined where it has the usual one. */
export const useMenuTitle = (key: string): string | undefined => useContext(MenuTitlesContext)[key];

/** The names of the custom items; the usual ones while they are not here. */
export function useCustomTitles(): MenuTitles {
  const right = useRight('analyze');
  const { data } = useCustomTitlesQuery({ skip: right === 'none', fetchPolicy: 'cache-first' });
  return useMemo(
    () => Object.fromEntries((data?.analyzeSettings ?? []).flatMap(({ item, origin, title }) => (origin === 'standard' || title === '' ? [] : [[`custom_${item}`, title]]))),
    [data],
  );
}
