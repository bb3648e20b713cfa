import Bowser from 'bowser';
import { addressList, type AddressList } from '../../../shared/address-list';
import { ExcludedReason } from '../../../shared/catalog';
import { inAppBrowserOf } from '../../../shared/domain/in-app';
import { familyOf, isRobot, listedVerdict, type ListedVerdict, type UserAgentLists } from './user-agents';

/** Device codes of the event tables: 1 pc, 2 smartphone, 3 tablet, 4 other. */
type DeviceCode = 1 | 2 | 3 | 4;

interface UserAgentFacts {
  device: DeviceCode;
  /** Verdict without a product's own lists. */
  isBot: boolean;
  /** Name of its robot, app or browser; empty without a user agent. */
  family: string;
  os: string | null;
  osVersion: string | null;
  browser: string | null;
  browserVersion: string | null;
}

const UNKNOWN: UserAgentFacts = {
  device: 4,
  isBot: false,
  family: '',
  os: null,
  osVersion: null,
  browser: null,
  browserVersion: null,
};
const DEVICE_OF_PLATFORM: Record<string, DeviceCode> = { desktop: 1, mobile: 2, tablet: 3 };
const CACHE_SIZE = 20_000;
/** Longer user agents rarely recur; caching made-up ones would fill the memory. */
const MAX_CACHED_LENGTH = 400;
const MAX_PARSED_LENGTH = 1000;
const known = new Map<string, UserAgentFacts>();

/** Tablet = iPad, and Android without Mobile; else Bowser's platform; unknown is other. */
function deviceOf(ua: string, platform: string | undefined): DeviceCode {
  if (/iPad/.test(ua)) return 3;
  if (/iPhone|iPod/.test(ua)) return 2;
  if (/Android/i.test(ua)) return /Mobile/i.test(ua) ? 2 : 3;
  // Bowser reports no platform for a Chromebook.
  if (/\bCrOS\b/.test(ua)) return 1;
  return DEVICE_OF_PLATFORM[platform ?? ''] ?? 4;
}

/** A field of the access log has 64 characters. */
const short = (text: string | undefined): string | null => text?.slice(0, 64) || null;

function parseUserAgent(ua: string): UserAgentFacts {
  const { platform, os, browser } = Bowser.parse(ua);
  const isBot = isRobot(ua);
  return {
    device: deviceOf(ua, platform.type),
    isBot,
    family: familyOf(ua, isBot),
    os: short(os.name),
    osVersion: short(os.version),
    browser: short(browser.name),
    browserVersion: short(browser.version),
  };
}

/** Returns device, bot flag and names of a user agent. A missing one is no bot and device "other". */
export function userAgentFacts(userAgent: string | null): UserAgentFacts {
  if (!userAgent) return UNKNOWN;
  if (userAgent.length > MAX_CACHED_LENGTH) return parseUserAgent(userAgent.slice(0, MAX_PARSED_LENGTH));
  let facts = known.get(userAgent);
  if (!facts) {
    facts = parseUserAgent(userAgent);
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(userAgent, facts);
  }
  return facts;
}

/** Returns the operating system, and the app whose built-in browser it is, else the browser; null if unknown. */
export const systemOf = (userAgent: string | null): Record<'os' | 'browser', string | null> => {
  const { os, browser } = userAgentFacts(userAgent);
  return { os, browser: inAppBrowserOf(userAgent) ?? browser };
};

const CACHED_LISTS = 200;

/** Wraps a compiler of texts with a cache: every batch needs the same few texts. */
function cached<V>(compile: (text: string | null) => V): (text: string | null) => V {
  const compiled = new Map<string | null, V>();
  return (text) => {
    let value = compiled.get(text);
    if (value === undefined) {
      if (compiled.size >= CACHED_LISTS) compiled.clear();
      value = compile(text);
      compiled.set(text, value);
    }
    return value;
  };
}

/** Compiles a product's excluded IPs. */
export const exclusionsOf: (text: string | null) => AddressList = cached(addressList);

const SEPARATOR = '\0';
const compileLists = cached((text) => {
  const [people = null, robots = null] = text?.split(SEPARATOR) ?? [];
  return listedVerdict({ people, robots });
});

/** Compiles a product's lists of user agents. */
export const listedVerdictOf = ({ people, robots }: UserAgentLists): ListedVerdict =>
  compileLists(`${people ?? ''}${SEPARATOR}${robots ?? ''}`);

/** What a product's settings say about an event. */
export interface SettingsVerdict {
  /** Whether the address is among the product's excluded IPs. */
  readonly excludedIp: boolean;
  /** Whether the product's lists take the user agent for a robot; null if neither lists it. */
  readonly listedRobot: boolean | null;
  /** Whether the tag runs on a host that is not measured. */
  readonly foreignHost: boolean;
}

/** Returns the reason why an event is excluded, the first of several; null if it counts. */
export function reasonOf(verdict: SettingsVerdict, ua: string | null): ExcludedReason | null {
  if (verdict.excludedIp) return ExcludedReason.IP;
  if (verdict.listedRobot ?? userAgentFacts(ua).isBot) return ExcludedReason.BOT;
  return verdict.foreignHost ? ExcludedReason.FOREIGN_HOST : null;
}
