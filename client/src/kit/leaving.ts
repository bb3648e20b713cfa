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

/** Whether a page has changes that are not saved. */
export const isUnsaved = (): boolean => asking !== undefined;

/** How long another tab may take to say so, milliseconds. */
const WAIT_MS = 150;
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ic_unsaved');

channel?.addEventListener('message', ({ data }) => {
  if (data === 'asked' && isUnsaved()) channel.postMessage('unsaved');
});

/** Whether another tab of the console has changes that are not saved. */
export function isUnsavedElsewhere(): Promise<boolean> {
  if (!channel) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (there: boolean): void => {
      channel.removeEventListener('message', hear);
      clearTimeout(timer);
      resolve(there);
    };
    const hear = ({ data }: MessageEvent): void => void (data === 'unsaved' && end(true));
    const timer = setTimeout(() => end(false), WAIT_MS);
    channel.addEventListener('message', hear);
    channel.postMessage('asked');
  });
}
