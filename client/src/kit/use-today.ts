import { useSyncExternalStore } from 'react';
import type { Day } from '../../../shared/domain/calendar';
import { tokyoToday, untilTomorrow } from './tokyo-date';

function followDays(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(() => {
      changed();
      wait();
    }, untilTomorrow());
  };
  wait();
  // Where the machine slept over midnight, the timer comes late.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Today in Tokyo; a page that stands open at midnight is drawn again with the next day. */
export const useToday = (): Day => useSyncExternalStore(followDays, () => tokyoToday());
