import type { TagSettings } from '../tag-settings';
import { guard } from './guard';
import type { CollectAnswer, TagEvent } from './events';
import { settings } from './settings';
import { forget, load, save } from './visitor';

const tagScript = document.currentScript;

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
function fireTags(tags: string[]): void {
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
  if (tagScript && tagScript.nonce) script.nonce = tagScript.nonce;
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

const KEY = '_ic_out_' + settings.product;
const ONE_DAY = 864e5;
const MOST = 40;

interface Waiting {
  at: number;
  event: TagEvent;
}

/** Events go to the origin of this script; a copy served elsewhere uses the settings. */
const script = document.currentScript;
const own = /^(https?:\/\/.*)\/tag\/\d+\.js/.exec((script && 'src' in script && script.src) || '');
const origin = own ? own[1] : settings.tracker;
const address = origin + '/collect';

/** Counts the tags in the page, including other products': each one receives all conversions of the page. */
export const tagsInPage = (): number => document.querySelectorAll(`[src^="${origin}/tag/"]`).length;

/** Pending events if local storage is unavailable. */
let memory: Waiting[] = [];

/** Returns the unacknowledged events. Other tabs change them, so they are read each time. */
function waiting(): Waiting[] {
  const oldest = Date.now() - ONE_DAY;
  return (load<Waiting[]>(KEY) || memory).filter((item) => item.at > oldest).slice(-MOST);
}

function keep(items: Waiting[]): void {
  memory = [];
  if (items.length && save(KEY, items)) return;
  // Items stored by an earlier page would hide the ones in memory.
  forget(KEY);
  memory = items;
}

/** Removes events. Returns true if any was still there: another tab may have had its answer first. */
function take(events: TagEvent[]): boolean {
  const ids = events.map((event) => event.event_id);
  const items = waiting();
  const left = items.filter((item) => ids.indexOf(item.event.event_id) < 0);
  keep(left);
  return left.length < items.length;
}

let onRenewed: (before: TagSettings) => void = () => undefined;

/** Registers a callback for newer settings; browsers cache this script for some minutes. */
export function onNewSettings(listener: (before: TagSettings) => void): void {
  onRenewed = listener;
}

const isLanding = (event: TagEvent): boolean => /[?&]a_ad=/.test(event.url);
const mayHaveTags = (event: TagEvent): boolean =>
  event.type === 'cv' || !!event.interaction_id || isLanding(event);

function settle(events: TagEvent[], answer: CollectAnswer): void {
  // The next page asks for pending tags.
  const done = answer.deferred ? events.filter((event) => !mayHaveTags(event)) : events;
  if (take(done) && answer.tags) fireTags(answer.tags);
  if (answer.settings) {
    const before = { ...settings };
    Object.assign(settings, answer.settings);
    onRenewed(before);
  }
}

function post(events: TagEvent[]): void {
  const items = events.map((event) => ({ ...event, tag_version: settings.version }));
  const [first, ...more] = items;
  const body = JSON.stringify(more.length ? items : first);
  if (!('keepalive' in Request.prototype) && first && first.type === 'view' && navigator.sendBeacon) {
    if (navigator.sendBeacon(address, body)) take(events);
    return;
  }
  fetch(address, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'text/plain' },
    credentials: 'omit',
    keepalive: true,
  })
    .then((response) => {
      if (response.ok) return response.json().then((answer: CollectAnswer) => settle(events, answer));
      // Permanent rejections are dropped; temporary failures are retried.
      if (response.status < 500 && response.status !== 429) take(events);
      return undefined;
    })
    .catch(() => undefined);
}

/** Sends an event. It stays in local storage until acknowledged, so leaving the page loses nothing. */
export function send(event: TagEvent): void {
  keep(waiting().concat({ at: Date.now(), event }));
  post([event]);
}

/** Sends pending events of earlier pages, each with its original time. */
export function resend(): void {
  const items = waiting().map(({ at, event }) => ({ ...event, time: new Date(at).toISOString() }));
  const isAlone = (event: TagEvent): boolean => event.type === 'cv' || isLanding(event);
  const others = items.filter((event) => !isAlone(event));
  // Small batches: a request is limited to 64 KiB.
  for (let i = 0; i < others.length; i += 10) post(others.slice(i, i + 10));
  // Events with tags go alone, so an answer in another tab leaves no tags to fire here.
  items.filter(isAlone).forEach((event) => post([{ ...event, unanswered: true }]));
}

export function forgetOutbox(): void {
  keep([]);
}
