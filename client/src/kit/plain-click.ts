import type { MouseEvent } from 'react';

/** Whether a click asks for nothing but the link itself: with a key held it asks for a tab or window of its own. */
export const isPlain = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
