import { useSyncExternalStore } from 'react';
import type { Day } from '../../../shared/domain/calendar';
import { onClockChange } from './server-clock';
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
  const unfollow = onClockChange(() => {
    clearTimeout(timer);
    changed();
    wait();
  });
  // The timer is late if the machine slept over midnight.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearTimeout(timer);
    unfollow();
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Returns today's date in Tokyo; an open page re-renders at midnight. */
export const useToday = (): Day => useSyncExternalStore(followDays, () => tokyoToday());
