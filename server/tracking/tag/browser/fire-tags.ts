import { guard } from './guard';

const own = document.currentScript;

/** Puts each piece of HTML into the page; scripts in it run, one after the other, as if they stood in the page's source. */
export function fireTags(tags: string[]): void {
  tags.forEach(place);
}

function place(html: string): void {
  const box = document.createElement('div');
  box.hidden = true;
  box.innerHTML = html;
  (document.body || document.documentElement).appendChild(box);
  run(Array.from(box.querySelectorAll('script')));
}

/** Scripts that came as HTML are inert: copies of them run. What follows one of another address waits for it. */
function run([inert, ...others]: HTMLScriptElement[]): void {
  if (!inert) return;
  const script = document.createElement('script');
  Array.from(inert.attributes).forEach((attribute) => script.setAttribute(attribute.name, attribute.value));
  // A page that lets scripts run by their nonce has given this one its own.
  if (own && own.nonce) script.nonce = own.nonce;
  script.text = inert.text;
  const next = guard(() => run(others));
  if (inert.src && !inert.hasAttribute('async') && !inert.hasAttribute('defer') && /^$|script|module/.test(inert.type)) {
    script.onload = script.onerror = next;
    inert.replaceWith(script);
  } else {
    keepingWritten(() => inert.replaceWith(script));
    next();
  }
}

/** Runs a script that may write into the document. Written now, it would take the place of the page: it is put beside the tag instead. */
function keepingWritten(work: () => void): void {
  let written = '';
  const keep = (...html: string[]): void => {
    written += html.join('');
  };
  const { write, writeln } = document;
  Object.assign(document, { write: keep, writeln: keep });
  work();
  Object.assign(document, { write, writeln });
  if (written) place(written);
}
