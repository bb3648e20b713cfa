import { isbot } from 'isbot';
import { inAppBrowserOf } from '../../../shared/domain/in-app';
import { familyOf, isRobot, listedVerdict } from './user-agents';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; SO-51E Build/69.0.A.2.34; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.6613.127 Mobile Safari/537.36';
const NEXUS =
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.6613.113 Mobile Safari/537.36';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SAFARI = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`;

/** Robots, and the family under which the product page lists each. */
const robots: [family: string, userAgent: string][] = [
  ['Googlebot', `${NEXUS} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'Googlebot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/128.0.0.0 Safari/537.36',
  ],
  ['Googlebot', `${SAFARI} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`],
  ['Googlebot-Image', 'Googlebot-Image/1.0'],
  ['AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  [
    'AdsBot-Google-Mobile',
    `${SAFARI} (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)`,
  ],
  ['Mediapartners-Google', 'Mediapartners-Google'],
  [
    'Storebot-Google',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
  ],
  ['Google-InspectionTool', `${NEXUS} (compatible; Google-InspectionTool/1.0;)`],
  ['bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  ['bingbot', `${NEXUS} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`],
  ['BingPreview', `${IPHONE} Version/7.0 Mobile/11A465 Safari/9537.53 BingPreview/1.0b`],
  ['Slurp', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['Y!J-ASR', 'Y!J-ASR/0.1 crawler (http://www.yahoo-help.jp/app/answers/detail/p/595/a_id/42716/)'],
  ['YandexMobileBot', `${SAFARI} (compatible; YandexMobileBot/3.0; +http://yandex.com/bots)`],
  ['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  ['Applebot', `${SAFARI} (Applebot/0.1; +http://www.apple.com/go/applebot)`],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  ['Linespider', 'Mozilla/5.0 (compatible; Linespider/1.1; +https://lin.ee/4dwXkTH)'],
  ['facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  [
    'facebookexternalhit',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  [
    'meta-externalagent',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  ['Twitterbot', 'Twitterbot/1.0'],
  ['LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Slackbot-LinkExpanding', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['TelegramBot', 'TelegramBot (like TwitterBot)'],
  ['Pinterestbot', `${NEXUS} (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)`],
  [
    'PetalBot',
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  ],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  ],
  ['AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  ['SemrushBot', 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'],
  ['MJ12bot', 'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)'],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['python-requests', 'python-requests/2.31.0'],
  ['Go-http-client', 'Go-http-client/2.0'],
  [
    'HeadlessChrome',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  ],
  [
    'Chrome-Lighthouse',
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ],
  ['PTST', `${IPHONE} Version/17.0 Mobile/15E148 Safari/604.1 PTST/240101.120000`],
];

/** In-app browsers of the Japanese market, with app and family. */
const apps: [app: string, family: string, userAgent: string][] = [
  ['SmartNews', 'SmartNews', `${IPHONE} Mobile/15E148 SmartNews/25.3.0`],
  ['SmartNews', 'SmartNews', `${NEXUS} SmartNews/24.8.0`],
  ['LINE', 'Line', `${IPHONE} Mobile/15E148 Safari Line/14.14.0`],
  ['LINE', 'Line', `${WEBVIEW} Line/14.14.0/IAB`],
  ['Yahoo! JAPAN', 'YJApp', `${SAFARI} YJApp-IOS jp.co.yahoo.ipn.appli/4.112.1`],
  ['Yahoo! JAPAN', 'YJApp', `${WEBVIEW} YJApp-ANDROID jp.co.yahoo.android.yjtop/3.150.0`],
  ['Yahoo! JAPAN', 'jp.co.yahoo.news', `${IPHONE} Mobile/15E148 jp.co.yahoo.news/8.0`],
  ['Gunosy', 'Gunosy', `${IPHONE} Mobile/15E148 Gunosy/8.9.1 NewsReader`],
  ['NewsPicks', 'NewsPicks', `${IPHONE} Mobile/15E148 NewsPicks/9.24.0`],
  ['dmenu', 'dmenunews', `${NEXUS} dmenunews/3.2 feed`],
  [
    'Instagram',
    'Instagram',
    `${IPHONE} Mobile/15E148 Instagram 340.0.0.22.109 (iPhone14,5; iOS 17_5; ja_JP; ja)`,
  ],
  [
    'Facebook',
    'FBAN',
    `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/476.0.0.35.109;FBBV/624900000;FBDV/iPhone14,5;FBSN/iOS;FBLC/ja_JP;FBOP/5]`,
  ],
  ['Facebook', 'FB_IAB', `${WEBVIEW} [FB_IAB/FB4A;FBAV/476.0.0.49.74;]`],
  ['TikTok', 'musical_ly', `${IPHONE} Mobile/15E148 musical_ly_35.6.0 BytedanceWebview/d8a21c6 Spider`],
  ['X', 'Twitter for iPhone', `${IPHONE} Mobile/15E148 Twitter for iPhone/10.57`],
];

const people: [family: string, userAgent: string][] = [
  ['Chrome', CHROME],
  ['Safari', SAFARI],
  ['Edg', `${CHROME} Edg/131.0.0.0`],
  ['CriOS', `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'],
];

/** Webviews of apps that no list knows: the only robot word is the app's own. */
const webviews: [family: string, userAgent: string][] = [
  ['NHKNews', `${IPHONE} Mobile/15E148 NHKNews/3.1`],
  ['RainRadar', `${WEBVIEW} RainRadar/5.0`],
  ['QRScanner', `${IPHONE} Mobile/15E148 QRScanner/2.4 (jp.example.scanner; build:24; iOS 17.5.0)`],
  ['ChatBot', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 ChatBot/1.0`],
  ['FeedReader', `${IPHONE} Mobile/15E148 Kurashi/1.0 FeedReader/2`],
];

describe('who a user agent is', () => {
  it('knows at least 42 robots that isbot excludes too', () => {
    expect(robots.length).toBeGreaterThanOrEqual(42);
    expect(robots.filter(([, ua]) => !isbot(ua))).toEqual([]);
  });

  it.each(robots)('%s is a robot: %s', (family, ua) => {
    expect([isRobot(ua), inAppBrowserOf(ua), familyOf(ua, true)]).toEqual([true, null, family]);
  });

  it.each(apps)('a reader in the app of %s is a person (%s): %s', (app, family, ua) => {
    expect([isRobot(ua), inAppBrowserOf(ua), familyOf(ua, false)]).toEqual([false, app, family]);
  });

  it.each(webviews)('a robot word in the own token of an app makes no robot: %s', (family, ua) => {
    expect(isbot(ua)).toBe(true);
    expect([isRobot(ua), inAppBrowserOf(ua), familyOf(ua, false)]).toEqual([false, null, family]);
  });

  it.each([
    ['the word stands in a comment', `${SAFARI} (SomeCrawler)`],
    [
      'the comment behind the app names a page',
      `${IPHONE} Mobile/15E148 Fetcher/1.0 (+https://robots.example/)`,
    ],
    ['a second word stands in the platform', `${WEBVIEW.replace('SO-51E', 'spider')} NHKNews/3.1`],
    ['it is no webview', `${CHROME} NHKNews/3.1`],
    ['it says so within an app', `${IPHONE} Mobile/15E148 SmartNews/25.3.0 Googlebot/2.1`],
    ['its comment does not end', `${IPHONE} Mobile/15E148 News/1.0 (compatible; Robot`],
  ])('stays a robot if %s', (_, ua) => expect(isRobot(ua)).toBe(true));

  it.each(people)('%s is a person: %s', (family, ua) => {
    expect([isRobot(ua), familyOf(ua, false)]).toEqual([false, family]);
  });

  it.each([...robots, ...people, ...apps.map(([, family, ua]) => [family, ua] as const)])(
    'the family %s is a part of its user agent',
    (family, ua) => {
      expect(listedVerdict({ people: family, robots: null })(ua)).toBe(false);
      expect(listedVerdict({ people: null, robots: family })(ua)).toBe(true);
    },
  );
});

describe("a product's own lists", () => {
  const judge = listedVerdict({ people: 'OurMonitor, smartnews', robots: 'ourmonitor\nBadApp、Line/14' });
  it.each([
    ['people win over robots, case ignored', 'ourMONITOR/2.0', false],
    ['a listed robot', `${IPHONE} Mobile/15E148 BadApp/1.0`, true],
    ['a part with a slash', `${IPHONE} Mobile/15E148 Line/14.1`, true],
    ['not listed', CHROME, null],
    ['no user agent', null, null],
    ['an empty user agent', '', null],
  ])('%s', (_, ua, verdict) => expect(judge(ua)).toBe(verdict));
});
