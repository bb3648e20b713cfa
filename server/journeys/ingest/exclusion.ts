import Bowser from 'bowser';
import { isbot } from 'isbot';
import { addressList, type AddressList } from '../../../shared/address-list';
import { ExcludedReason } from '../../../shared/catalog';

/** Device codes of the event tables: 1 pc, 2 smartphone, 3 tablet, 4 other. */
type DeviceCode = 1 | 2 | 3 | 4;

interface UserAgentFacts {
  device: DeviceCode;
  isBot: boolean;
  os: string | null;
  osVersion: string | null;
  browser: string | null;
  browserVersion: string | null;
}

const UNKNOWN: UserAgentFacts = {
  device: 4,
  isBot: false,
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
  return {
    device: deviceOf(ua, platform.type),
    isBot: isbot(ua),
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

const compiled = new Map<string, AddressList>();

/** Compiles a product's excluded IPs, with a cache: every batch needs the same few lists. */
export function exclusionsOf(text: string | null): AddressList {
  const key = text ?? '';
  let list = compiled.get(key);
  if (!list) {
    if (compiled.size >= 200) compiled.clear();
    list = addressList(text);
    compiled.set(key, list);
  }
  return list;
}

/** Returns the reason why an event is excluded; null if it counts. An excluded address comes before a bot. */
export function reasonOf(excludedIp: boolean, ua: string | null): ExcludedReason | null {
  if (excludedIp) return ExcludedReason.IP;
  return userAgentFacts(ua).isBot ? ExcludedReason.BOT : null;
}
