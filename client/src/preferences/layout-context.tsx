import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { readLayoutSettings, writeLayoutSetting, type LayoutSettings } from './layout-settings';

type SetLayout = <K extends keyof LayoutSettings>(name: K, value: LayoutSettings[K]) => void;

const LayoutContext = createContext<{ settings: LayoutSettings; set: SetLayout } | undefined>(undefined);

/** Gives the frame its settings and keeps every change in a cookie. */
export function LayoutProvider({ children }: { children: ReactNode }) {
  const [settings, setSettings] = useState(readLayoutSettings);
  const set = useCallback<SetLayout>((name, value) => {
    writeLayoutSetting(name, value);
    setSettings((before) => ({ ...before, [name]: value }));
  }, []);
  const value = useMemo(() => ({ settings, set }), [settings, set]);
  return <LayoutContext.Provider value={value}>{children}</LayoutContext.Provider>;
}

/** Settings of the frame and the way to change one. */
export function useLayout(): { settings: LayoutSettings; set: SetLayout } {
  const value = useContext(LayoutContext);
  if (!value) throw new Error('useLayout needs a LayoutProvider');
  return value;
}
