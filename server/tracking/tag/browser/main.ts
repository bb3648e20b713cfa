import {
  type ConversionData,
  sendClickConversion,
  sendConversion,
  sendMoreUrlConversions,
  sendUrlConversions,
} from './conversions';
import { allowed, guard } from './guard';
import { changeLinks, decorate, decorateExits, decorateTarget } from './links';
import { forgetVisit, forgetVisitor, isForgotten, storeVisitor, takeVisitor, VISITOR_KEY } from './visitor';
import { answers, forgetAtTracker, keep, resend } from './outbox';
import { documentNav, onNavigation, sendView } from './pages';
import { settings } from './settings';
import { referrer, setConsent, setReferrer, visitor } from './state';

type Command =
  | [name: 'consent', value: unknown, none?: undefined]
  | [name: 'cv', value?: ConversionData, none?: undefined]
  | [name: 'link', address: string, follow: (decorated: string) => void];

/** Queue of a page's commands. Once a tag runs, it also decorates addresses. */
type Queue = Command[] & { decorate?: (url: string) => string };

declare global {
  /** Globals that pages and the tag share. */
  interface Window {
    icq?: Queue;
    /** Products whose tag runs in this page: a second copy of the script does nothing. */
    icProducts?: Record<number, boolean>;
  }
  interface Document {
    /** Missing in the DOM library. */
    readonly prerendering?: boolean;
  }
}

/** Whether no other tag of the page started before. */
let isFirst = false;
let listening = false;
/** Conversions reported before consent. */
const pending: ConversionData[] = [];

function reportPage(nav: string | undefined): void {
  sendView(nav);
  pending.splice(0).forEach(sendConversion);
  sendUrlConversions();
  changeLinks(true);
}

/** Wraps a callback: it runs with consent only and never throws into the page. */
const running = <A extends unknown[]>(work: (...args: A) => void): ((...args: A) => void) =>
  guard((...args) => {
    if (visitor) work(...args);
  });

function listen(): void {
  if (listening) return;
  listening = true;
  onNavigation(
    running((previous, nav, isNewPage) => {
      if (isForgotten()) stop();
      else if (isNewPage) {
        setReferrer(previous);
        reportPage(nav);
      } else sendMoreUrlConversions(previous);
    }),
  );
  const clicked = running((event: Event) => {
    // Pages create links at any time.
    decorateTarget(event);
    if (event.type === 'click') sendClickConversion(event);
  });
  ['mousedown', 'click'].forEach((type) => document.addEventListener(type, clicked, true));
  decorateExits();
  // Consent withdrawn in another tab also applies here.
  addEventListener(
    'storage',
    running(({ key, newValue }: StorageEvent) => {
      if (key === VISITOR_KEY && !newValue) stop();
    }),
  );
  let isLoading = document.readyState === 'loading';
  const loaded = running(() => {
    changeLinks(true);
    if (isLoading) sendMoreUrlConversions(referrer, true);
    isLoading = false;
  });
  document.addEventListener('DOMContentLoaded', loaded);
  addEventListener('pagehide', loaded);
}

answers.take = running((id, isRenewed) => {
  // The tracker's own cookie outlives the page's.
  const isOther = id && id !== visitor;
  if (isOther) storeVisitor(id);
  if (isRenewed) sendMoreUrlConversions(referrer);
  if (isOther || isRenewed) changeLinks(true);
});

function start(): void {
  if (visitor) return;
  takeVisitor();
  resend();
  reportPage(documentNav());
  listen();
}

function stop(): void {
  setConsent('');
  if (visitor) changeLinks(false);
  keep([]);
  forgetVisit();
  if (forgetVisitor()) forgetAtTracker();
}

const run = guard(([name, value, follow]: Command) => {
  if (name === 'link') {
    // Each tag of the page sees the command; the page follows the link once.
    if (isFirst) follow(window.icq?.decorate?.(value) || value);
  } else if (name === 'consent') {
    if (value === 'denied') stop();
    else if (value === 'granted') {
      setConsent(value);
      start();
    }
  } else if (name === 'cv') {
    const data = value || {};
    if (visitor) sendConversion(data);
    else pending.push(data);
  }
});

/** Runs the commands that the page pushed before, then every later push at once. */
const boot = guard(() => {
  const queue: Queue = (window.icq = Array.isArray(window.icq) ? window.icq : []);
  const others = queue.decorate;
  isFirst = !others;
  queue.decorate = (url) => decorate(others ? others(url) : url);
  const earlier = queue.filter(Array.isArray);
  const push = queue.push;
  queue.push = function (...commands) {
    const length = push.call(queue, ...commands);
    commands.forEach(run);
    return length;
  };
  const [, consent] = earlier.filter(([name]) => name === 'consent').pop() || [];
  const replay = (which: string): void => earlier.filter(([name]) => name === which).forEach(run);
  replay('cv');
  if (consent === 'denied') stop();
  else {
    if (consent === 'granted') setConsent(consent);
    start();
  }
  replay('link');
});

allowed(() => {
  const products = (window.icProducts ||= {});
  if (products[settings.product]) return;
  products[settings.product] = true;
  // A prerendered page has not been seen yet.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', boot, { once: true });
  } else boot();
});
