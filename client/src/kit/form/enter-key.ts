import type { KeyboardEvent } from 'react';

/** The key code that browsers give to a key which an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Keeps the Enter that ends a composition from submitting the form. Safari ends the composition before it tells of
 * the key, so that only the key code says whose Enter it was.
 */
export function keepComposingEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  const { isComposing, keyCode } = event.nativeEvent;
  if (isComposing || keyCode === TAKEN_BY_INPUT_METHOD) event.preventDefault();
}
