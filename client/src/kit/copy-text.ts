/**
 * Copies a text to the clipboard. Also accepts a promise: the write starts at once, while the browser still
 * sees the user's press. Falls back to the old API on pages without https.
 * @returns whether it worked
 * @throws the rejection of the promise
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((it) => new Blob([it], { type: 'text/plain' })) }),
      ]);
    return true;
  } catch {
    return copyBySelection(await text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside the open dialog, if there is one: it would take back a focus outside.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
