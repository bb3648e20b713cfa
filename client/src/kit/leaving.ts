/** Asks whether what was typed may be lost, and goes on if so. */
type Ask = (go: () => void) => void;

let asking: Ask | undefined;

/** Has a page with changes that are not saved asked before it is left by other ways than an address. @returns the end of that */
export function askBeforeLeaving(ask: Ask): () => void {
  asking = ask;
  return () => {
    if (asking === ask) asking = undefined;
  };
}

/** Goes on at once, or once the page that has changes lets it. */
export function leaveBy(go: () => void): void {
  if (asking) asking(go);
  else go();
}
