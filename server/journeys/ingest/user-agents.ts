import { isbot, isbotMatch } from 'isbot';
import { inAppBrowserOf, inAppToken } from '../../../shared/domain/in-app';
import { listEntries } from '../../../shared/settings/fields/formats';

/** Names that no app of a person bears. Some robots put them where an app puts its own name. */
const KNOWN_ROBOT =
  /googlebot|googleother|\w-google\b|google-(?:inspection|read|safety|extended|cloud|site)|google (?:web preview|page ?speed)|bingbot|bingpreview|adidxbot|msnbot|slurp|duckduckbot|baiduspider|yandex\w*bot|applebot|linespider|y!j-|naverbot|facebookexternalhit|facebookcatalog|facebot|meta-external|twitterbot|linkedinbot|slackbot|discordbot|telegrambot|pinterestbot|skypeuripreview|petalbot|ahrefs|semrush|mj12bot|dotbot|bytespider|tiktokspider|gptbot|chatgpt-user|oai-search|claudebot|perplexity|ccbot|amazonbot|ia_archiver|lighthouse|headless|ptst[ /]|pingdom|gtmetrix|phantomjs|selenium|playwright|puppeteer|cypress|pagespeed|site24x7|synthetic|statuscake|uptimerobot|screaming frog/i;

/** A token, or a comment in parentheses with at most one level inside. */
const PARTS = /\((?:[^()]|\([^()]*\))*\)|[^\s()]+/g;
const BROWSER_TOKEN = /^(?:Mozilla|AppleWebKit|Version|Chrome|Mobile|Safari)(?:\/|$)/;
/** Robots name their page or mail address, and apps don't. */
const ROBOT_ADDRESS = /https?:|compatible|@|\+/i;

const isWebview = (ua: string): boolean =>
  ua.includes('AppleWebKit') && (/\bMobile\/\w/.test(ua) || ua.includes('; wv)'));

/** Removes the tokens of the app itself, each with the comment behind it, from a webview's user agent. */
function withoutApp(ua: string): string {
  let inApp = false;
  const parts = (ua.match(PARTS) ?? []).filter((part) => {
    if (!part.startsWith('(')) inApp = !BROWSER_TOKEN.test(part);
    return !inApp || ROBOT_ADDRESS.test(part);
  });
  return parts.join(' ');
}

const isBalanced = (ua: string): boolean => ua.split('(').length === ua.split(')').length;

/** Returns whether a user agent is a robot's by the rules of every product (domain.md section 8, rule 1). */
export function isRobot(ua: string): boolean {
  if (!isbot(ua)) return false;
  if (KNOWN_ROBOT.test(ua)) return true;
  if (inAppBrowserOf(ua) !== null) return false;
  return !(isWebview(ua) && isBalanced(ua) && !isbot(withoutApp(ua)));
}

/** Lists of a product, as settings store them. */
export interface UserAgentLists {
  readonly people: string | null;
  readonly robots: string | null;
}

/** Returns the verdict of a product's lists: true for a robot, false for people, null if neither lists it. */
export type ListedVerdict = (ua: string | null) => boolean | null;

const MAX_JUDGED_LENGTH = 1000;

/** Compiles a product's lists of user agents: substrings, case ignored; people win. */
export function listedVerdict({ people, robots }: UserAgentLists): ListedVerdict {
  const [always, never] = [people, robots].map((list) =>
    listEntries(list).map((entry) => entry.toLowerCase()),
  );
  if (!always?.length && !never?.length) return () => null;
  return (given) => {
    if (!given) return null;
    const ua = given.slice(0, MAX_JUDGED_LENGTH).toLowerCase();
    if (always?.some((entry) => ua.includes(entry))) return false;
    return never?.some((entry) => ua.includes(entry)) ? true : null;
  };
}

const MAX_FAMILY_LENGTH = 64;
const NAME = /[\w.!-]*[A-Za-z][\w.!-]*/;
/** Browsers by the token that tells them apart; the user agents of many others contain `Chrome` or `Safari`. */
const BROWSERS = ['CriOS', 'FxiOS', 'EdgiOS', 'Firefox', 'Chrome', 'Safari'] as const;

/** Returns the name around the word that makes a user agent a robot's. */
function robotName(ua: string): string | null {
  const plain = ua.replace(/\+?https?:\/\/\S*/gi, ' ');
  const nameWith = (word = '') =>
    word && plain.match(/[\w.!-]+/g)?.find((name) => name.toLowerCase().includes(word.toLowerCase()));
  return (
    nameWith(KNOWN_ROBOT.exec(plain)?.[0].replace(/[ /]$/, '')) ||
    /compatible;\s*((?!Mozilla)[\w.!-]*[A-Za-z][\w.!-]*)/i.exec(ua)?.[1] ||
    nameWith(isbotMatch(plain) ?? '') ||
    null
  );
}

/** Returns the name of a person's browser or app. */
function browserName(ua: string): string | null {
  const app = inAppToken(ua);
  if (app !== null) return app;
  const tokens = (ua.match(PARTS) ?? []).filter((part) => !part.startsWith('('));
  const other = tokens.findLast(
    (token) =>
      /^[A-Za-z]/.test(token) &&
      !BROWSER_TOKEN.test(token) &&
      !/^(?:Gecko|Firefox|CriOS|FxiOS|EdgiOS)\//.test(token),
  );
  return (other && NAME.exec(other)?.[0]) || BROWSERS.find((name) => ua.includes(`${name}/`)) || null;
}

/**
 * Returns the family of a user agent: the name of its robot, app or browser, as the user agent spells it. A
 * product's list that contains the name matches the user agent.
 */
export function familyOf(ua: string, robot: boolean): string {
  const name = (robot ? robotName(ua) : browserName(ua)) ?? NAME.exec(ua)?.[0] ?? ua;
  return name.slice(0, MAX_FAMILY_LENGTH);
}

/** Whether a family is a common browser, whose name is part of many other user agents. */
export const isCommonBrowser = (family: string): boolean =>
  ['Mozilla', ...BROWSERS].some((name) => name === family);
