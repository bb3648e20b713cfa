import { guard } from './guard';
import type { CollectAnswer, TagEvent } from './events';
import { settings } from './settings';
import { MOST_EVENTS, ONE_DAY } from './limits';
import { referrer, visitor } from './state';
import { forget, isSameSite, load, save, visitInteraction } from './visitor';

const tagScript = document.currentScript;

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Trust): Trust };
  }
  interface SVGScriptElement {
    /** Missing, as in the DOM library. */
    readonly src?: undefined;
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
  trust ||= window.trustedTypes?.createPolicy('inflow', rules) || rules;
  return trust.createHTML(html);
}

/** Adds a tag to the page. Its scripts run in order, as in the page's source. */
function place(html: string): void {
  const box = document.createElement('div');
  box.hidden = true;
  box.innerHTML = trusted(html);
  (document.body || document.documentElement).append(box);
  run([...box.querySelectorAll('script')]);
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
  if (tagScript?.nonce) script.nonce = tagScript.nonce;
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

interface Waiting {
  at: number;
  event: TagEvent;
}

/** Events go to the origin of this script; a copy served elsewhere uses the settings. */
const own = /^(https?:\/\/.*)\/tag\/\d+\.js/.exec(tagScript?.src || '');
const origin = own?.[1] || settings.tracker;

/** Counts the tags in the page, including other products': each one receives all conversions of the page. */
export const tagsInPage = (): number => document.querySelectorAll(`[src^="${origin}/tag/"]`).length;

/** Pending events if local storage is unavailable. */
let memory: Waiting[] = [];

/** Returns the unacknowledged events. Other tabs change them, so they are read each time. */
function waiting(): Waiting[] {
  const oldest = Date.now() - ONE_DAY;
  return (load<Waiting[]>(KEY) || memory).filter((item) => item.at > oldest).slice(-MOST_EVENTS);
}

/** Stores the unacknowledged events. */
export function keep(items: Waiting[]): void {
  memory = [];
  if (items.length && save(KEY, items)) return;
  // Items stored by an earlier page would hide the ones in memory.
  forget(KEY);
  memory = items;
}

/** Removes an event. Returns true if it was still there: another tab may have had its answer first. */
function take({ event_id: id }: TagEvent): boolean {
  const items = waiting();
  const left = items.filter((item) => item.event.event_id !== id);
  keep(left);
  return left.length < items.length;
}

/**
 * Callback for the visitor id that the tracker knows and for newer settings: browsers cache this script for some
 * minutes.
 */
export const answers: { take?: (id: string, isRenewed: boolean) => void } = {};

const mayHaveTags = ({ type, interaction_id, url }: TagEvent): unknown =>
  type === 'cv' || interaction_id || /[?&]a_ad=/.test(url);

function settle(event: TagEvent, answer: CollectAnswer): void {
  // The next page asks for pending tags.
  if (!(answer.deferred && mayHaveTags(event)) && take(event)) answer.tags?.forEach(place);
  Object.assign(settings, answer.settings);
  answers.take?.(answer.visitor_id || '', !!answer.settings);
}

/** Resolves when the requests so far are answered: their answers may set cookies. */
let last: Promise<unknown> = Promise.resolve();
const request = (event: object): Promise<Response> =>
  fetch(origin + '/collect', {
    method: 'POST',
    body: JSON.stringify(event),
    credentials: isSameSite(origin) ? 'include' : 'omit',
    keepalive: true,
  });

function post(event: TagEvent): void {
  const answered = request({ ...event, tag_version: settings.version })
    .then((response): unknown =>
      response.ok
        ? response.json().then((answer: CollectAnswer) => settle(event, answer))
        : // Permanent rejections are dropped; temporary failures are retried.
          response.status < 500 && response.status !== 429 && take(event),
    )
    .catch(() => undefined);
  last = last.then(() => answered);
}

/** Asks the tracker to delete its cookies of the visitor. */
export function forgetAtTracker(): void {
  const event = { type: 'forget', product_id: settings.product };
  if (isSameSite(origin)) last.then(() => request(event)).catch(() => undefined);
}

/** Sends an event of this page. It stays in local storage until acknowledged: leaving loses nothing. */
export function send(fields: Partial<TagEvent> & Pick<TagEvent, 'type' | 'event_id'>): void {
  const event: TagEvent = {
    product_id: settings.product,
    visitor_id: visitor,
    url: location.href,
    referrer,
    interaction_id: visitInteraction() || undefined,
    ...fields,
  };
  keep(waiting().concat({ at: Date.now(), event }));
  post(event);
}

/**
 * Sends pending events of earlier pages, each with its original time. They go alone, so an answer in another
 * tab leaves no tags to fire here.
 */
export function resend(): void {
  for (const { at, event } of waiting()) post({ ...event, time: new Date(at).toJSON(), unanswered: true });
}
