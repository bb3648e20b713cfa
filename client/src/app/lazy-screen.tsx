import { useEffect, useState, type ComponentType } from 'react';
import { Loading } from '../kit/loading';

/** Part of the console whose code loads when it is rendered, or earlier. */
export interface LazyScreen {
  readonly Screen: ComponentType;
  /** Loads its code and its dependencies. */
  preload(): Promise<unknown>;
}

/**
 * Creates a component whose code is loaded on demand. It renders as soon as the code is loaded, and at once
 * after that. React's `lazy` shows its fallback for at least 300 ms, however fast the code loads.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  let Part: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    Part = (await load()).default;
  };

  function Screen() {
    // The state at render time decides: the code may load between render and effect.
    const [isLoaded, setLoaded] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (isLoaded) return undefined;
      let isMounted = true;
      preload().then(
        () => isMounted && setLoaded(true),
        (error: unknown) => isMounted && setFailure({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, [isLoaded]);
    if (failure) throw failure.error;
    return isLoaded && Part ? <Part /> : <Loading />;
  }

  return { Screen, preload };
}
