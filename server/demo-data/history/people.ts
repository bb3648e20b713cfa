import type {
  ClickEvent,
  ConversionEvent,
  IncomingEvent,
  ViewEvent,
} from '../../journeys/events/incoming-event';
import {
  BOT_UA,
  browserOf,
  exampleAddress,
  arrivalTime,
  tokyoMonth,
  seededRandom,
  weightedPicker,
  type Random,
} from './random';
import type { AdProfile, CvProfile, HistoryPlan } from './plan';

const PAGES = ['', '/items', '/items/1', '/items/2', '/voice', '/campaign', '/faq', '/cart'];

/** Browser of a person. */
interface Browser {
  visitorId: string;
  device: number;
  ip: string;
  ua: string | null;
}

interface Touch {
  time: number;
  ad: AdProfile;
  conversion: number;
  browser: Browser;
}

/** Builds the samplers of a plan, shared by all people. */
const createSamplers = (plan: HistoryPlan) => ({
  arrival: arrivalTime(plan),
  opener: weightedPicker(
    plan.ads,
    plan.ads.map((ad) => ad.weight * ad.opener),
  ),
  later: weightedPicker(
    plan.ads,
    plan.ads.map((ad) => ad.weight),
  ),
  last: weightedPicker(
    plan.last,
    plan.last.map((cv) => cv.weight),
  ),
  middle: plan.middle.length
    ? weightedPicker(
        plan.middle,
        plan.middle.map((cv) => cv.weight),
      )
    : undefined,
  device: new Map(plan.ads.map((ad) => [ad, weightedPicker([0, 1, 2, 3], ad.devices)])),
  variant: new Map(
    plan.ads
      .flatMap((ad) => ad.links)
      .filter((link) => link.variants.length > 0)
      .map((link) => [
        link,
        weightedPicker(
          link.variants,
          link.variants.map((each) => each.rate),
        ),
      ]),
  ),
});

/**
 * Generates the events of one person, in order of creation. People share nothing. Events are literal objects:
 * spreads of this many fields are ten times slower.
 */
class PersonGenerator {
  private readonly samplers;
  private readonly events: IncomingEvent[] = [];
  private serial = 0;
  private browsers: Browser[] = [];
  private customer: string | null = null;

  constructor(
    private readonly plan: HistoryPlan,
    private readonly random: Random,
    private readonly name: string,
    samplers: ReturnType<typeof createSamplers>,
  ) {
    this.samplers = samplers;
  }

  /** Generates a visitor with `clicks` ad contacts, or fewer if the range ends earlier. */
  visitorOfAds(clicks: number): { events: IncomingEvent[]; clicks: number } {
    const { plan, random } = this;
    let time = this.samplers.arrival(random);
    let ad = this.pickAd(this.samplers.opener, time);
    let clickCount = 0;
    for (; clickCount < clicks && time < plan.to; clickCount += 1) {
      if (clickCount > 0 && !random.chance(0.45)) ad = this.pickAd(this.samplers.later, time);
      const touch = this.click(time, ad);
      this.views(touch);
      this.maybeConvert(touch);
      time += Math.ceil(random.lognormal(11.2, 1.8) * 1000);
    }
    return { events: this.events, clicks: clickCount };
  }

  /** Generates a buyer without ad contacts. */
  organicBuyer(): IncomingEvent[] {
    const browser = this.browser(this.random.pick(this.plan.ads));
    const time = this.samplers.arrival(this.random);
    this.view(time - 60_000, browser);
    this.convert(time, this.samplers.last(this.random), browser);
    return this.events;
  }

  private pickAd(draw: (random: Random) => AdProfile, time: number): AdProfile {
    // Rejection sampling applies the season of single ads. A few attempts suffice, and the loop always ends.
    for (let tries = 0; tries < 4; tries += 1) {
      const ad = draw(this.random);
      if (!ad.season || this.random.chance(ad.season[tokyoMonth(time)]! / 2)) return ad;
    }
    return draw(this.random);
  }

  private browser(ad: AdProfile): Browser {
    const { random, plan } = this;
    if (this.browsers.length > 0 && !(this.browsers.length === 1 && random.chance(plan.secondDeviceShare))) {
      return random.pick(this.browsers);
    }
    const device = this.samplers.device.get(ad)!(random);
    const bot = random.chance(plan.botShare);
    const browser = {
      visitorId: `${this.name}v${this.browsers.length + 1}`,
      device,
      ip: exampleAddress(random),
      ua: bot ? BOT_UA : browserOf(device, random),
    };
    this.browsers.push(browser);
    return browser;
  }

  private id(letter: string): string {
    this.serial += 1;
    return this.name + letter + this.serial;
  }

  private click(time: number, ad: AdProfile): Touch {
    const browser = this.browser(ad);
    const link = ad.links.length ? this.random.pick(ad.links) : undefined;
    const variant = link && this.samplers.variant.get(link)?.(this.random);
    const event: ClickEvent = {
      productId: this.plan.productId,
      id: this.id('c'),
      time,
      ip: browser.ip,
      ua: browser.ua,
      visitorId: browser.visitorId,
      xclid: null,
      ses: null,
      key1: null,
      key2: null,
      key3: null,
      type: 'click',
      door: link ? 'redirect' : 'import',
      adId: ad.adId,
      redirectId: link?.redirectId ?? 0,
      lpoEntryId: variant?.entryId ?? 0,
      params: null,
      landingUrl: null,
      cost: null,
    };
    this.events.push(event);
    return { time, ad, conversion: ad.conversion * (variant?.conversion ?? 1), browser };
  }

  private views(touch: Touch): void {
    const count = this.random.between(1, Math.max(1, Math.round(this.plan.viewsPerClick * 2) - 1));
    let time = touch.time + this.random.between(500, 3000);
    for (let i = 0; i < count; i += 1) {
      this.view(time, touch.browser, i);
      time += this.random.between(5, 300) * 1000;
    }
  }

  private view(time: number, browser: Browser, depth = 0): void {
    if (time >= this.plan.to) return;
    const page = depth === 0 ? '/' : this.random.pick(PAGES);
    const event: ViewEvent = {
      productId: this.plan.productId,
      id: this.id('p'),
      time,
      ip: browser.ip,
      ua: browser.ua,
      visitorId: browser.visitorId,
      xclid: null,
      ses: null,
      key1: null,
      key2: null,
      key3: null,
      type: 'view',
      door: 'import',
      url: `${this.plan.site}${page}`,
      referrer: depth === 0 ? null : `${this.plan.site}/`,
      title: null,
      interactionRef: null,
      landingAdId: null,
    };
    this.events.push(event);
  }

  private maybeConvert(touch: Touch): void {
    const { random, plan } = this;
    if (!random.chance(plan.conversionRate * touch.conversion)) return;
    const time = touch.time + Math.ceil(random.lognormal(7.5, 2.2) * 1000);
    const middle = this.samplers.middle && random.chance(plan.middleShare);
    this.convert(time, middle ? this.samplers.middle!(random) : this.samplers.last(random), touch.browser);
    if (middle) return;
    let again = time;
    while (this.customer && random.chance(plan.returnRate)) {
      again += Math.ceil(random.lognormal(14.7, 0.5) * 1000);
      this.convert(again, this.samplers.last(random), random.pick(this.browsers));
    }
  }

  private convert(time: number, setting: CvProfile, browser: Browser): void {
    const { random, plan } = this;
    if (time >= plan.to) return;
    this.customer ??= random.chance(plan.customerIdShare) ? `${this.name}u` : null;
    const id = this.id('o');
    const event: ConversionEvent = {
      productId: this.plan.productId,
      id,
      time,
      ip: browser.ip,
      ua: browser.ua,
      visitorId: browser.visitorId,
      type: 'conversion',
      door: 'import',
      interactionRef: null,
      cvSettingId: setting.cvSettingId,
      amount: setting.amount ? Math.round(random.lognormal(setting.amount.mu, setting.amount.sigma)) : 0,
      userId: this.customer,
      args: `order=${id}`,
      otherKey1: null,
      otherKey2: null,
      otherKey3: null,
      url: `${plan.site}/thanks`,
      referrer: null,
    };
    this.events.push(event);
  }
}

/** Events of one person, and the number of clicks among them. */
export interface PersonEvents {
  events: IncomingEvent[];
  clicks: number;
}

/** Random state at the start of a person, and the requested contacts: 0 for an organic buyer. */
interface Start {
  state: number;
  contacts: number;
}

const nameOf = (plan: HistoryPlan, number: number): string =>
  `${plan.prefix}${number.toString(36).padStart(6, '0')}`;

const personOf = (
  plan: HistoryPlan,
  random: Random,
  name: string,
  samplers: ReturnType<typeof createSamplers>,
  contacts: number,
): PersonEvents => {
  const generator = new PersonGenerator(plan, random, name, samplers);
  return contacts === 0 ? { events: generator.organicBuyer(), clicks: 0 } : generator.visitorOfAds(contacts);
};

function* generatePeople(
  plan: HistoryPlan,
  samplers = createSamplers(plan),
): Generator<PersonEvents & Start> {
  const random = seededRandom(plan.seed);
  const organicRate = plan.conversionRate * plan.organicShare;
  let number = 0;
  const next = (contacts: number): PersonEvents & Start => {
    const { state } = random;
    const { events, clicks } = personOf(plan, random, nameOf(plan, (number += 1)), samplers, contacts);
    return { events, clicks, state, contacts };
  };
  let left = plan.clicks;
  for (let owed = 0; left > 0;) {
    const person = next(Math.min(left, plan.maxClicks, Math.floor(random.pareto(plan.clicksExponent))));
    left -= person.clicks;
    yield person;
    for (owed += person.clicks * organicRate; owed >= 1; owed -= 1) yield next(0);
  }
}

/**
 * Generates a synthetic history person by person until it has the plan's clicks. The same plan yields the
 * same events. Gaps between clicks: lognormal(11.2, 1.8) s; 45% keep the ad of the touch before; a click
 * converts after lognormal(7.5, 2.2) s.
 */
export const people = (plan: HistoryPlan): Iterable<PersonEvents> => generatePeople(plan);

/**
 * Generates the same people in order of arrival and numbered by it, like live traffic: ids grow with time, so
 * consecutive events are adjacent in every index. Each person is generated twice, which is cheap.
 */
export function* peopleInOrder(plan: HistoryPlan): Generator<PersonEvents> {
  const samplers = createSamplers(plan);
  // Millions of people take 14 bytes each. People without events in the plan's range are dropped.
  const most = 2 * plan.clicks + 1000;
  const [states, contactCounts, times] = [
    new Uint32Array(most),
    new Uint16Array(most),
    new Float64Array(most),
  ];
  let count = 0;
  for (const { events, state, contacts } of generatePeople(plan, samplers)) {
    const [first] = events;
    if (!first) continue;
    states[count] = state;
    contactCounts[count] = contacts;
    times[count] = first.time;
    count += 1;
  }
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => times[a]! - times[b]! || a - b,
  );
  for (let place = 0; place < count; place += 1) {
    const person = order[place]!;
    yield personOf(
      plan,
      seededRandom(states[person]!),
      nameOf(plan, place + 1),
      samplers,
      contactCounts[person]!,
    );
  }
}
