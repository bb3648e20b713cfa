/**
 * Puts a text on the clipboard, one that is still to come too: it is asked for at once, while the browser still sees the
 * press that wants it. On a page without https the modern way does not exist, so the old one stands in.
 * @returns whether it worked
 * @throws what the coming text throws
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
  // Inside the open dialog, if there is one: outside of it focus would be taken back.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
