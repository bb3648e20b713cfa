import {
  type ConversionData,
  sendClickConversion,
  sendConversion,
  sendNewUrlConversions,
  sendUrlConversions,
} from './conversions';
import { guard } from './guard';
import {
  decorateLinks,
  decorateTarget,
  plainLinks,
  forgetVisit,
  forgetVisitor,
  isForgotten,
  onForgotten,
  visitorId,
} from './visitor';
import { forgetOutbox, onNewSettings, resend } from './outbox';
import { onNavigation, sendView } from './pages';
import { settings } from './settings';

type Command = ['consent', unknown] | ['cv', ConversionData | undefined];

declare global {
  /** Globals that pages and the tag share. */
  interface Window {
    icq?: Command[];
    /** Products whose tag runs in this page: a second copy of the script does nothing. */
    icProducts?: Record<number, boolean>;
  }
  interface Document {
    /** Missing in the DOM library. */
    readonly prerendering?: boolean;
  }
}

const page = window;
/** Visitor id; empty without consent. */
let visitor = '';
let referrer = document.referrer;
let listening = false;
/** Conversions reported before consent. */
let pending: ConversionData[] = [];

function reportPage(): void {
  sendView(visitor, referrer);
  pending.splice(0).forEach((data) => sendConversion(data, visitor, referrer));
  sendUrlConversions(visitor, referrer);
  decorateLinks(visitor);
}

function listen(): void {
  if (listening) return;
  listening = true;
  onNavigation(
    guard((previous: string) => {
      referrer = previous;
      if (visitor && isForgotten()) stop();
      if (visitor) reportPage();
    }),
  );
  const clicked = guard((event: Event) => {
    if (!visitor) return;
    decorateTarget(event, visitor);
    if (event.type === 'click') sendClickConversion(event, visitor, referrer);
  });
  ['mousedown', 'click', 'auxclick'].forEach((type) => document.addEventListener(type, clicked, true));
  // Consent withdrawn in another tab also applies here.
  onForgotten(
    guard(() => {
      if (visitor) stop();
    }),
  );
  onNewSettings(
    guard((before) => {
      if (!visitor) return;
      sendNewUrlConversions(before.cvs, visitor, referrer);
      decorateLinks(visitor);
    }),
  );
  document.addEventListener(
    'DOMContentLoaded',
    guard(() => {
      if (visitor) decorateLinks(visitor);
    }),
  );
}

function start(): void {
  if (visitor) return;
  visitor = visitorId();
  resend();
  reportPage();
  listen();
}

function stop(): void {
  if (visitor) plainLinks(visitor);
  visitor = '';
  forgetOutbox();
  forgetVisit();
  forgetVisitor();
}

const run = guard(([name, value]: Command) => {
  if (name === 'consent') {
    if (value === 'denied') stop();
    else if (value === 'granted') start();
  } else if (name === 'cv') {
    const data = value || {};
    if (visitor) sendConversion(data, visitor, referrer);
    else pending.push(data);
  }
});

/** Runs the commands that the page pushed before, then every later push at once. */
const boot = guard(() => {
  const queue = (page.icq = Array.isArray(page.icq) ? page.icq : []);
  const earlier = queue.filter(Array.isArray);
  const push = queue.push;
  queue.push = function (...commands) {
    const length = push.apply(queue, commands);
    commands.forEach(run);
    return length;
  };
  const [, consent] = earlier.filter(([name]) => name === 'consent').pop() || [];
  pending = earlier.filter((command) => command[0] === 'cv').map(([, data]) => data || {});
  if (consent === 'denied') stop();
  else start();
});

guard(() => {
  const products = (page.icProducts = page.icProducts || {});
  if (products[settings.product]) return;
  products[settings.product] = true;
  // A prerendered page has not been seen yet.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', boot, { once: true });
  } else boot();
})();
