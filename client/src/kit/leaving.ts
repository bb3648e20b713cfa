/** Asks whether unsaved input may be lost, and continues if so. */
type Ask = (go: () => void) => void;

let question: Ask | undefined;

/**
 * Registers the question of a page with unsaved changes, for exits other than a change of address.
 * @returns a function that unregisters it
 */
export function askBeforeLeaving(ask: Ask): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Continues at once, or after the page with unsaved changes allows it. */
export function confirmLeaving(go: () => void): void {
  if (question) question(go);
  else go();
}

/** Whether a page has unsaved changes. */
export const isUnsaved = (): boolean => question !== undefined;

/** Milliseconds to wait for an answer of another tab. */
const WAIT_MS = 150;
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ic_unsaved');

channel?.addEventListener('message', ({ data }) => {
  if (data === 'asked' && isUnsaved()) channel.postMessage('unsaved');
});

/** Whether another tab of the console has unsaved changes. */
export function isUnsavedElsewhere(): Promise<boolean> {
  if (!channel) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (there: boolean): void => {
      channel.removeEventListener('message', onAnswer);
      clearTimeout(timer);
      resolve(there);
    };
    const onAnswer = ({ data }: MessageEvent): void => void (data === 'unsaved' && end(true));
    const timer = setTimeout(() => end(false), WAIT_MS);
    channel.addEventListener('message', onAnswer);
    channel.postMessage('asked');
  });
}
