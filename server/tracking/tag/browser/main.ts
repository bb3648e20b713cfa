import {
  type ConversionData,
  sendClickConversion,
  sendConversion,
  sendNewUrlConversions,
  sendUrlConversions,
} from './conversions';
import { guard } from './guard';
import { decorateLinks, decorateTarget, plainLinks } from './links';
import { forgetOutbox, onNewSettings, resend } from './outbox';
import { onNavigation, sendView } from './pages';
import { settings } from './settings';
import { forgetVisit } from './visit';
import { forgetVisitor, isForgotten, onForgotten, visitorId } from './visitor';

type Command = ['consent', unknown] | ['cv', ConversionData | undefined];

declare global {
  /** What pages give the tag, and what it notes there. */
  interface Window {
    icq?: Command[];
    /** Products whose tag runs in this page: a second copy of the script does nothing. */
    icProducts?: Record<number, boolean>;
  }
  interface Document {
    /** Not in the DOM library yet. */
    readonly prerendering?: boolean;
  }
}

const page = window;
/** The visitor, while consent lasts; empty before and after. */
let visitor = '';
let referrer = document.referrer;
let listening = false;
/** Conversions that were reported before consent. */
let held: ConversionData[] = [];

function showPage(): void {
  sendView(visitor, referrer);
  held.splice(0).forEach((data) => sendConversion(data, visitor, referrer));
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
      if (visitor) showPage();
    }),
  );
  const clicked = guard((event: Event) => {
    if (!visitor) return;
    decorateTarget(event, visitor);
    if (event.type === 'click') sendClickConversion(event, visitor, referrer);
  });
  ['mousedown', 'click', 'auxclick'].forEach((type) => document.addEventListener(type, clicked, true));
  // Consent that was withdrawn in another tab is withdrawn here.
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
  showPage();
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
    else held.push(data);
  }
});

/** Works off what the page has pushed before, then takes every further push at once. */
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
  held = earlier.filter((command) => command[0] === 'cv').map(([, data]) => data || {});
  if (consent === 'denied') stop();
  else start();
});

guard(() => {
  const products = (page.icProducts = page.icProducts || {});
  if (products[settings.product]) return;
  products[settings.product] = true;
  // A page that is only prepared (prerendering) has not been seen yet.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', boot, { once: true });
  } else boot();
})();
