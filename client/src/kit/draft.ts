import { useEffect, useRef, useState } from 'react';
import { defineStored } from '../preferences/stored';
import { useSession } from '../session/session-context';
import { tokenStore } from '../session/token-store';

/** Unsaved input at the end of the session, by page and form. Limited to this tab and to a day. */
const drafts = defineStored<Readonly<Record<string, unknown>>>({
  name: 'drafts',
  version: 1,
  life: 24 * 60 * 60 * 1000,
  maxLength: 500_000,
  storage: () => sessionStorage,
});

export interface DraftOptions<T> {
  /** Name of the form within the page. */
  form: string;
  /** Returns the unsaved input; undefined if there is none. */
  unsaved: () => T | undefined;
  /** Applies the stored input to the form. */
  restore: (values: T) => void;
}

/**
 * Stores unsaved input when the session expires, and restores it when the same user opens the same form of
 * the same product in the same tab. A sign-out by the user stores nothing.
 * @returns whether the form was restored
 */
export function useDraft<T>(of: DraftOptions<T>): boolean {
  const {
    productId,
    profile: { userId },
  } = useSession();
  // A setting refers to records of its product.
  const place = `${productId} ${location.pathname} ${of.form}`;
  const latest = useRef(of);
  useEffect(() => {
    latest.current = of;
  });
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    const { [place]: stored, ...others } = drafts.read(userId) ?? {};
    if (stored === undefined) return;
    drafts.write(others, userId);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- this form stored a T under this key
    latest.current.restore(stored as T);
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
