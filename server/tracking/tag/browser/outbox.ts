import type { CollectAnswer, TagEvent } from './events';
import { fireTags } from './fire-tags';
import type { TagSettings } from '../tag-settings';
import { settings } from './settings';
import { forget, load, save } from './storage';

const KEY = '_ic_out_' + settings.product;
const ONE_DAY = 864e5;
const MOST = 40;

interface Waiting {
  at: number;
  event: TagEvent;
}

/** This script's own address says where to send to; a copy served elsewhere falls back on the settings. */
const script = document.currentScript;
const own = /^(https?:\/\/.*)\/tag\/\d+\.js/.exec((script && 'src' in script && script.src) || '');
const origin = own ? own[1] : settings.tracker;
const address = origin + '/collect';

/** How many tags stand in the page, of this and of other products: each hears of all conversions that the page reports. */
export const tagsInPage = (): number => document.querySelectorAll(`[src^="${origin}/tag/"]`).length;

/** What waits where local storage takes nothing. */
let memory: Waiting[] = [];

/** What waits for its acknowledgement: other tabs write it too, so it is read again each time. */
function waiting(): Waiting[] {
  const oldest = Date.now() - ONE_DAY;
  return (load<Waiting[]>(KEY) || memory).filter((item) => item.at > oldest).slice(-MOST);
}

function keep(items: Waiting[]): void {
  memory = [];
  if (items.length && save(KEY, items)) return;
  // What an earlier page could still store would stand for all.
  forget(KEY);
  memory = items;
}

/** Takes the events out. Answers whether any was still there: another tab may have had its answer first. */
function take(events: TagEvent[]): boolean {
  const ids = events.map((event) => event.event_id);
  const items = waiting();
  const left = items.filter((item) => ids.indexOf(item.event.event_id) < 0);
  keep(left);
  return left.length < items.length;
}

let renewed: (before: TagSettings) => void = () => undefined;

/** Calls back when the tracking side had newer settings than this script, which a browser keeps for some minutes. */
export function onNewSettings(told: (before: TagSettings) => void): void {
  renewed = told;
}

const isLanding = (event: TagEvent): boolean => /[?&]a_ad=/.test(event.url);
const mayHaveTags = (event: TagEvent): boolean =>
  event.type === 'cv' || !!event.interaction_id || isLanding(event);

function settle(events: TagEvent[], answer: CollectAnswer): void {
  // Tags that are not known yet are asked for on the next page.
  const done = answer.deferred ? events.filter((event) => !mayHaveTags(event)) : events;
  if (take(done) && answer.tags) fireTags(answer.tags);
  if (answer.settings) {
    const before = { ...settings };
    Object.assign(settings, answer.settings);
    renewed(before);
  }
}

function post(events: TagEvent[]): void {
  const told = events.map((event) => ({ ...event, tag_version: settings.version }));
  const [first, ...more] = told;
  const body = JSON.stringify(more.length ? told : first);
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
      // What can never be taken is not tried again; what may pass is.
      if (response.status < 500 && response.status !== 429) take(events);
      return undefined;
    })
    .catch(() => undefined);
}

/** Sends an event. It waits in local storage until it is acknowledged, so a page that is left loses nothing. */
export function send(event: TagEvent): void {
  keep(waiting().concat({ at: Date.now(), event }));
  post([event]);
}

/** Sends again what earlier pages could not, each with the time at which it happened. */
export function resend(): void {
  const items = waiting().map(({ at, event }) => ({ ...event, time: new Date(at).toISOString() }));
  const isAlone = (event: TagEvent): boolean => event.type === 'cv' || isLanding(event);
  const others = items.filter((event) => !isAlone(event));
  // Few at a time: one request takes 64 KiB.
  for (let i = 0; i < others.length; i += 10) post(others.slice(i, i + 10));
  // What was given tags is asked for by itself, so that another tab's answer to it leaves nothing to fire here.
  items.filter(isAlone).forEach((event) => post([{ ...event, unanswered: true }]));
}

export function forgetOutbox(): void {
  keep([]);
}
