import { lazy, useCallback, useState, type ReactNode } from 'react';
import { isUnsavedElsewhere, confirmLeaving } from '../kit/leaving';
import { LazyOverlay } from '../kit/lazy-overlay';
import { signOut } from '../session/sign-in';

const SignOutQuestion = lazy(() =>
  import('./sign-out-question').then((module) => ({ default: module.SignOutQuestion })),
);

/**
 * Returns the sign-out function and the question it may have to ask first: unsaved input in this tab or
 * another one.
 */
export function useSignOut(): readonly [leave: () => void, question: ReactNode] {
  const [isAsking, setAsking] = useState(false);
  const leave = useCallback(
    () =>
      confirmLeaving(() => {
        void isUnsavedElsewhere().then((there) => {
          if (there) setAsking(true);
          else signOut();
        });
      }),
    [],
  );
  const question = isAsking && (
    <LazyOverlay onClose={() => setAsking(false)}>
      <SignOutQuestion onEnd={() => setAsking(false)} />
    </LazyOverlay>
  );
  return [leave, question];
}
