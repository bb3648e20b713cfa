/**
 * Tokens of the apps whose own browsers open advertised pages, by the app's name. Crawlers of the same
 * companies (Linespider, TikTokSpider, Pinterestbot, Y!J-ASR) don't match.
 */
const APPS: readonly (readonly [app: string, token: RegExp])[] = [
  ['SmartNews', /\bSmartNews(?!\w*(?:bot|crawl|fetch))/i],
  ['LINE', /\bLine\/\d|\bLIFF\b/i],
  ['Yahoo! JAPAN', /\bYJ\w*App\b|\bYJTOP\b|\bjp\.co\.yahoo\.[\w.]+/i],
  ['Gunosy', /\bGunosy(?!\w*(?:bot|crawl|fetch))|\bNewsPass\b/i],
  ['NewsPicks', /\bNewsPicks(?!\w*(?:bot|crawl|fetch))/i],
  ['dmenu', /\bd-?menu\w*|\bjp\.co\.nttdocomo\.[\w.]+/i],
  ['au', /\bjp\.auone\.[\w.]+|\bauWebPortal/i],
  ['Instagram', /\bInstagram\b|\bBarcelona \d/i],
  ['Facebook', /\bFB(?:AN|AV|_IAB|IOS)\b/],
  ['TikTok', /\b(?:musical_ly|trill_\d|BytedanceWebview|ByteLocale|aweme_\d|TikTok\b)/i],
  ['X', /\b(?:Twitter|X) for (?:iPhone|iPad|Android)|\bTwitterAndroid\b/i],
  ['Pinterest', /\bPinterest(?: for |\/)(?:iOS|Android)/i],
  ['Snapchat', /\bSnapchat[ /]\d/i],
  ['KakaoTalk', /\bKAKAOTALK\b/i],
  ['WeChat', /\bMicroMessenger\//i],
  ['NAVER', /\bNAVER\(inapp/i],
  ['Google', /\bGSA\/\d/],
  ['LinkedIn', /\bLinkedInApp\b/i],
  ['antenna', /\bantenna\*?\/\d/i],
  ['Mercari', /\bMercari\w*\/\d/i],
  ['Rakuten', /\bRakuten\w*\/\d/i],
  ['PayPay', /\bPayPay\b/i],
];

const MOBILE = /\b(?:iPhone|iPad|iPod|Android)\b/;

const find = (userAgent: string) => {
  if (!MOBILE.test(userAgent)) return undefined;
  return APPS.find(([, token]) => token.test(userAgent));
};

/** Returns the app whose built-in browser has this user agent; null for browsers and generic webviews. */
export const inAppBrowserOf = (userAgent: string | null): string | null =>
  userAgent === null ? null : (find(userAgent)?.[0] ?? null);

/** Returns the text in the user agent that tells the app; null if `inAppBrowserOf` finds none. */
export function inAppToken(userAgent: string): string | null {
  const text = find(userAgent)?.[1].exec(userAgent)?.[0];
  return text === undefined ? null : text.replace(/[ /_]\d$|\/$/, '');
}
