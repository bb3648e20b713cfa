import type { KeyboardEvent } from 'react';

/** Key code that browsers report for a key taken by an input method. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether a key belongs to a composition, as in Japanese. Safari shows it only by the key code. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD;

/**
 * Keeps the Enter that ends a composition from submitting the form. Safari ends the composition before the
 * key event, so only the key code reveals it.
 */
export function blockComposingEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
}
