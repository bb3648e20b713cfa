import type { KeyboardEvent } from 'react';

/** The key code that browsers give to a key which an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether a key belongs to a word that is being composed, as in Japanese. Safari tells of it by the key code alone. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD;

/**
 * Keeps the Enter that ends a composition from submitting the form. Safari ends the composition before it tells of
 * the key, so that only the key code says whose Enter it was.
 */
export function keepComposingEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
}
