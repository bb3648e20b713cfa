import { guard } from './guard';

const own = document.currentScript;

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Trust): Trust };
  }
}
interface Trust {
  createHTML(html: string): string;
}

const rules: Trust = { createHTML: (html) => html };
let trust: Trust | undefined;
/**
 * HTML for a page that takes no plain text as such (CSP `require-trusted-types-for`): what is set in the console is trusted
 * as it is. From the first tag on, so that a page without any need not allow the policy.
 */
function trusted(html: string): string {
  const { trustedTypes } = window;
  trust = trust || (trustedTypes ? trustedTypes.createPolicy('inflow', rules) : rules);
  return trust.createHTML(html);
}

/** Puts each piece of HTML into the page; scripts in it run, one after the other, as if they stood in the page's source. */
export function fireTags(tags: string[]): void {
  tags.forEach(place);
}

function place(html: string): void {
  const box = document.createElement('div');
  box.hidden = true;
  box.innerHTML = trusted(html);
  (document.body || document.documentElement).appendChild(box);
  run(Array.from(box.querySelectorAll('script')));
}

/** Scripts that came with a box are inert: those of a fragment run. What follows one of another address waits for it. */
function run([inert, ...others]: HTMLScriptElement[]): void {
  const script =
    inert &&
    document.createRange().createContextualFragment(trusted(inert.outerHTML)).querySelector('script');
  if (!script) return;
  // A page that lets scripts run by their nonce has given this one its own.
  if (own && own.nonce) script.nonce = own.nonce;
  const next = guard(() => run(others));
  keepingWritten(() => inert.replaceWith(script));
  if (inert.matches('[src]:not([async],[defer])') && /^$|script|module/.test(inert.type))
    script.onload = script.onerror = next;
  else next();
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
