import { useEffect, useRef, useState } from 'react';
import { defineStored } from '../preferences/stored';
import { useSession } from '../session/session-context';
import { tokenStore } from '../session/token-store';

/** What was typed and not saved when the session ended, by place; of this tab alone, and for a day. */
const drafts = defineStored<Readonly<Record<string, unknown>>>({
  name: 'drafts',
  version: 1,
  life: 24 * 60 * 60 * 1000,
  most: 500_000,
  storage: () => sessionStorage,
});

export interface DraftOf<T> {
  /** Which form of the page it is. */
  form: string;
  /** What would be lost now; undefined where nothing would. */
  unsaved: () => T | undefined;
  /** Lays what was kept over what stands. */
  restore: (kept: T) => void;
}

/**
 * Keeps what was typed when the session ends by itself, and gives it back once the same user opens the same form of the
 * same product in the same tab. A sign-out by the user keeps nothing.
 * @returns whether this form began with what was kept
 */
export function useDraft<T>(of: DraftOf<T>): boolean {
  const {
    productId,
    profile: { userId },
  } = useSession();
  // What a setting of one product refers to is not there in another.
  const place = `${productId} ${location.pathname} ${of.form}`;
  const latest = useRef(of);
  useEffect(() => {
    latest.current = of;
  });
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    const { [place]: kept, ...others } = drafts.read(userId) ?? {};
    if (kept === undefined) return;
    drafts.write(others, userId);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what this place kept is a T
    latest.current.restore(kept as T);
    setRestored(true);
  }, [place, userId]);

  useEffect(
    () =>
      tokenStore.listen((tokens) => {
        const unsaved = tokens || !tokenStore.expired ? undefined : latest.current.unsaved();
        if (unsaved) drafts.write({ ...drafts.read(userId), [place]: unsaved }, userId);
      }),
    [place, userId],
  );
  return isRestored;
}
