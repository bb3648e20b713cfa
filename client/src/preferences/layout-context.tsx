import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import {
  readLayoutSettings,
  resetLayoutSettings,
  writeLayoutSetting,
  type LayoutSettings,
} from './layout-settings';

type SetLayout = <K extends keyof LayoutSettings>(name: K, value: LayoutSettings[K]) => void;

interface Layout {
  settings: LayoutSettings;
  set: SetLayout;
  /** Resets every setting to its default. */
  reset(): void;
}

const LayoutContext = createContext<Layout | undefined>(undefined);

/** Provides the layout settings and stores every change in a cookie. */
export function LayoutProvider({ children }: { children: ReactNode }) {
  const [settings, setSettings] = useState(readLayoutSettings);
  const set = useCallback<SetLayout>((name, value) => {
    writeLayoutSetting(name, value);
    setSettings((before) => ({ ...before, [name]: value }));
  }, []);
  const reset = useCallback(() => setSettings(resetLayoutSettings()), []);
  const value = useMemo(() => ({ settings, set, reset }), [settings, set, reset]);
  return <LayoutContext.Provider value={value}>{children}</LayoutContext.Provider>;
}

/** Returns the layout settings and functions to change them. */
export function useLayout(): Layout {
  const value = useContext(LayoutContext);
  if (!value) throw new Error('useLayout must be used inside a LayoutProvider');
  return value;
}
