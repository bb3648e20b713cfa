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
 * Wraps HTML for pages that reject plain text (CSP `require-trusted-types-for`). Tags from the console are
 * trusted. Creates the policy with the first tag, so pages without tags need not allow it.
 */
function trusted(html: string): string {
  const { trustedTypes } = window;
  trust = trust || (trustedTypes ? trustedTypes.createPolicy('inflow', rules) : rules);
  return trust.createHTML(html);
}

/** Adds each tag to the page. Its scripts run in order, as in the page's source. */
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

/**
 * Runs the scripts of a tag: innerHTML leaves them inert, a fragment does not. A script from a URL delays the
 * next one.
 */
function run([inert, ...others]: HTMLScriptElement[]): void {
  const script =
    inert &&
    document.createRange().createContextualFragment(trusted(inert.outerHTML)).querySelector('script');
  if (!script) return;
  // A page with a CSP nonce gave it to this script.
  if (own && own.nonce) script.nonce = own.nonce;
  const next = guard(() => run(others));
  captureWrites(() => inert.replaceWith(script));
  if (inert.matches('[src]:not([async],[defer])') && /^$|script|module/.test(inert.type))
    script.onload = script.onerror = next;
  else next();
}

/**
 * Runs a script that may call document.write, which would replace the page; its output goes beside the tag
 * instead.
 */
function captureWrites(work: () => void): void {
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
