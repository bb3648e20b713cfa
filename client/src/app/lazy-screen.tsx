import { useEffect, useState, type ComponentType } from 'react';
import { Loading } from '../kit/loading';

/** A part of the console whose code comes when it is drawn, or before. */
export interface Arriving {
  readonly Screen: ComponentType;
  /** Asks for its code, and what it needs beside it. */
  preload(): Promise<unknown>;
}

/**
 * A part whose code is fetched. It stands as soon as the code is here, and at once where it was before: React's `lazy`
 * keeps what stood in its place for 300 ms, however quickly the code comes.
 */
export function arriving(load: () => Promise<{ default: ComponentType }>): Arriving {
  let Part: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    Part = (await load()).default;
  };

  function Screen() {
    // What was drawn decides, not what is here by now: the code may come between the drawing and the effect.
    const [isHere, setHere] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (isHere) return undefined;
      let wanted = true;
      preload().then(
        () => wanted && setHere(true),
        (error: unknown) => wanted && setFailure({ error }),
      );
      return () => {
        wanted = false;
      };
    }, [isHere]);
    if (failure) throw failure.error;
    return isHere && Part ? <Part /> : <Loading />;
  }

  return { Screen, preload };
}
