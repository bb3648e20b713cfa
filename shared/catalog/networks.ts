import { mediumParametersOf, postingUrls } from '../domain/delivery';
import { ResultMethod } from './enums';

/**
 * Published connection details of ad networks and media: the source of their click id and the postback URL.
 * Only facts from public pages; `checked` is the day they were read. Account-specific parts are placeholders
 * named in ACCOUNT_PARTS. Results have no value for them, so the URL can't be saved until they are replaced.
 */

/** Parts of a postback URL that the network issues to each advertiser. */
export const ACCOUNT_PARTS = [
  'TRACKING_DOMAIN',
  'PROGRAM_ID',
  'ITEM_CODE',
  'OFFER_ID',
  'NETWORK_ID',
  'EVENT_NAME',
  'CONVERSION_TYPE',
  'ACCOUNT_NAME',
] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** Steps left to do outside the form. */
export type NetworkStep = 'askParameterName' | 'askMacro' | 'askUrl' | 'ownInterface';

export interface NetworkSource {
  readonly url: string;
  /** Whether it is the network's own page. Otherwise it is a third party's. */
  readonly own: boolean;
}

export interface NetworkTemplate {
  readonly key: string;
  /** Spelled as its owner writes it. */
  readonly name: string;
  /** Additional search terms. */
  readonly also: string;
  /** `asp`: an affiliate network or its platform; `medium`: a place where ads are bought. */
  readonly kind: 'asp' | 'medium';
  /**
   * How the click id enters a click: the network replaces a macro of the posting URL, or appends a parameter.
   */
  readonly clickId: { readonly macro: string; readonly enteredIn?: string } | { readonly appendedAs: string };
  /** Macro of a second value that the postback URL needs; stored as key1. */
  readonly key1?: string;
  /** Present if the network accepts postbacks. Without a URL if it differs per account. */
  readonly notice?: {
    readonly webhookUrl?: string;
    readonly words?: { readonly pending: string; readonly approved: string; readonly rejected: string };
  };
  /**
   * Names of an ad network whose browser calls the posting URL in the background, without cookies, while the
   * visitor opens the landing page.
   */
  readonly parallelTracking?: RegExp;
  readonly steps: readonly NetworkStep[];
  readonly sources: readonly NetworkSource[];
  readonly checked: string;
}

const ownPage = (url: string): NetworkSource => ({ url, own: true });
const thirdPartyPage = (url: string): NetworkSource => ({ url, own: false });
const CHECKED = '2026-11-22';

export const NETWORKS: readonly NetworkTemplate[] = [
  {
    key: 'a8',
    name: 'A8.net',
    also: 'エーハチネット A8ネット',
    kind: 'asp',
    clickId: { appendedAs: 'a8' },
    notice: {
      webhookUrl:
        'https://px.a8.net/a8fly/earnings?a8={xclid}&pid={PROGRAM_ID}&so={result_id}&si={amount}-1-{amount}-{ITEM_CODE}&currency=JPY',
    },
    steps: ['askParameterName'],
    sources: [
      ownPage('https://document.a8.net/a8docs/a8-tracking/session-tracking/a8-session-tracking.html'),
      ownPage('https://document.a8.net/ec/tracking-session-ja.html'),
    ],
    checked: CHECKED,
  },
  {
    key: 'afad',
    name: 'AFAD',
    also: 'アファド マーケキャッツ',
    kind: 'asp',
    clickId: { macro: '##sessionId##' },
    notice: {},
    steps: ['askUrl'],
    sources: [
      ownPage('https://docs.google.com/presentation/d/1LBUTSq1PInYXjNScjCO5E9o1gWWT7nSl/htmlpresent'),
      ownPage('https://support.markecats.co.jp/cats-faq/0014_afad'),
    ],
    checked: CHECKED,
  },
  {
    key: 'cats',
    name: 'CATS',
    also: 'キャッツ マーケキャッツ',
    kind: 'asp',
    clickId: { macro: '##SID##' },
    notice: {},
    steps: ['askUrl'],
    sources: [ownPage('https://support.markecats.co.jp/cats-faq/affilicode_cats')],
    checked: CHECKED,
  },
  {
    key: 'affilicode',
    name: 'アフィリコード・システム',
    also: 'affilicode リーフワークス',
    kind: 'asp',
    clickId: { macro: '[cid]' },
    key1: '[p]',
    notice: {
      webhookUrl: 'https://{TRACKING_DOMAIN}/track.php?cid={xclid}&p={key1}&args={result_id}&price={amount}',
    },
    steps: [],
    sources: [
      ownPage('https://blog.affilicode.jp/article/20180'),
      ownPage('https://blog.affilicode.jp/article/50009'),
      thirdPartyPage('https://support.markecats.co.jp/cats-faq/affilicode_cats'),
    ],
    checked: CHECKED,
  },
  {
    key: 'affise',
    name: 'Affise',
    also: 'アファイス',
    kind: 'asp',
    clickId: { macro: '{clickid}' },
    notice: {
      webhookUrl:
        'https://{TRACKING_DOMAIN}/postback?clickid={xclid}&action_id={result_id}&sum={amount}&status={status}',
      words: { pending: '2', approved: '1', rejected: '3' },
    },
    steps: [],
    sources: [
      ownPage('https://help-center.affise.com/en/articles/6475468-affise-postback-url-parameters'),
      ownPage('https://help-center.affise.com/en/articles/6838705-affise-affise'),
    ],
    checked: CHECKED,
  },
  {
    key: 'everflow',
    name: 'Everflow',
    also: 'エバーフロー',
    kind: 'asp',
    clickId: { macro: '{transaction_id}' },
    notice: {
      webhookUrl: 'https://{TRACKING_DOMAIN}/?nid={NETWORK_ID}&transaction_id={xclid}&amount={amount}',
    },
    steps: [],
    sources: [
      ownPage('https://helpdesk.everflow.io/customer/accessing-editing-s2s-postback-urls'),
      thirdPartyPage('https://github.com/stape-io/everflow-tag'),
    ],
    checked: CHECKED,
  },
  {
    key: 'tune',
    name: 'TUNE',
    also: 'チューン HasOffers',
    kind: 'asp',
    clickId: { macro: '{transaction_id}' },
    notice: { webhookUrl: 'http://{TRACKING_DOMAIN}/aff_lsr?offer_id={OFFER_ID}&transaction_id={xclid}' },
    steps: [],
    sources: [
      ownPage(
        'https://support.tune.com/hc/en-us/articles/4413247665431-Receiving-Conversions-via-Postback-URL',
      ),
      ownPage(
        'https://support.tune.com/hc/en-us/articles/4413247716631-Passing-a-Postback-ID-to-an-Advertiser',
      ),
    ],
    checked: CHECKED,
  },
  {
    key: 'google',
    name: 'Google Ads',
    also: 'グーグル Google広告 gclid',
    kind: 'medium',
    clickId: { macro: '{gclid}' },
    parallelTracking: /google|グーグル/i,
    steps: ['ownInterface'],
    sources: [
      ownPage('https://developers.google.com/google-ads/api/docs/reporting/valuetrack-mapping'),
      thirdPartyPage('https://experienceleague.adobe.com/en/docs/analytics/components/dimensions/amo-ef-id'),
    ],
    checked: CHECKED,
  },
  {
    key: 'logicad',
    name: 'Logicad',
    also: 'ロジカド',
    kind: 'medium',
    clickId: { macro: '__LOGICAD_CLICK_SESSION__' },
    notice: {},
    steps: ['askMacro', 'askUrl'],
    sources: [
      thirdPartyPage(
        'https://tayori.com/faq/810001a20ea1075cd12ca2565eca898e04f30f5a/detail/df39ad64e270b55d6c47688fdbf5ab283d06f3b6/',
      ),
    ],
    checked: CHECKED,
  },
  {
    key: 'mediago',
    name: 'MediaGo',
    also: 'メディアゴー',
    kind: 'medium',
    clickId: { macro: '${TRACKING_ID}', enteredIn: 'Tracking' },
    key1: '${AD_ID}',
    notice: {
      webhookUrl:
        'https://sync.mediago.io/api/bidder/postback?trackingid={xclid}&adid={key1}&conversiontype={CONVERSION_TYPE}&conversionprice={amount}&accountname={ACCOUNT_NAME}',
    },
    steps: [],
    sources: [
      ownPage('https://cdn.mediago.io/js/docs/platform/s2s-conversion-postback.html'),
      ownPage('https://cdn.mediago.io/js/docs/platform/utm-params.html'),
    ],
    checked: CHECKED,
  },
  {
    key: 'mgid',
    name: 'MGID',
    also: 'エムジーアイディー',
    kind: 'medium',
    clickId: { macro: '{click_id}', enteredIn: 'Tracking Tags' },
    notice: { webhookUrl: 'https://a.mgid.com/postback?c={xclid}&e={EVENT_NAME}&r={amount}' },
    steps: [],
    sources: [
      ownPage('https://help.mgid.com/postback-setup'),
      ownPage('https://help.mgid.com/postback-setting-algorithm-in-mgid-dashboard/'),
    ],
    checked: CHECKED,
  },
  {
    key: 'microsoft',
    name: 'Microsoft Advertising',
    also: 'マイクロソフト広告 Bing msclkid',
    kind: 'medium',
    clickId: { macro: '{msclkid}' },
    steps: ['ownInterface'],
    sources: [
      ownPage('https://help.ads.microsoft.com/apex/index/3/en/60125'),
      thirdPartyPage(
        'https://experienceleague.adobe.com/en/docs/advertising/search-social-commerce/tracking/click-tracking/click-tracking-components/click-tracking-formats/formats-click-tracking-microsoft',
      ),
    ],
    checked: CHECKED,
  },
  {
    key: 'outbrain',
    name: 'Outbrain',
    also: 'アウトブレイン',
    kind: 'medium',
    clickId: { macro: '{{ob_click_id}}', enteredIn: 'Track' },
    notice: {
      webhookUrl:
        'https://tr.outbrain.com/unifiedPixel?ob_click_id={xclid}&name={EVENT_NAME}&orderValue={amount}&currency=JPY&orderId={result_id}',
    },
    steps: [],
    sources: [
      ownPage('https://www.outbrain.com/help/advertisers/server2server-integrations/'),
      ownPage('https://www.outbrain.com/help/jp/advertisers/jp_server2server-integrations/'),
    ],
    checked: CHECKED,
  },
  {
    key: 'smartnews',
    name: 'SmartNews Ads',
    also: 'スマートニュース',
    kind: 'medium',
    clickId: { macro: '{click_id}' },
    steps: ['ownInterface'],
    sources: [ownPage('https://help-ads.smartnews.com/item-3457/')],
    checked: CHECKED,
  },
  {
    key: 'taboola',
    name: 'Taboola',
    also: 'タブーラ',
    kind: 'medium',
    clickId: { macro: '{click_id}' },
    notice: {
      webhookUrl:
        'https://trc.taboola.com/actions-handler/log/3/s2s-action?click-id={xclid}&name={EVENT_NAME}&revenue={amount}&currency=JPY&orderid={result_id}',
    },
    steps: [],
    sources: [
      ownPage('https://developers.taboola.com/pixel/docs/the-postback-url'),
      thirdPartyPage('https://kintura.com/docs/presets/pairings/taboola/m4trix'),
    ],
    checked: CHECKED,
  },
  {
    key: 'tiktok',
    name: 'TikTok Ads',
    also: 'ティックトック TikTok広告 ttclid',
    kind: 'medium',
    clickId: { macro: '__CLICKID__' },
    steps: ['ownInterface'],
    sources: [
      ownPage('https://ads.tiktok.com/help/article/tiktok-click-id?lang=en'),
      ownPage(
        'https://ads.tiktok.com/help/article/about-supported-macros-for-mobile-measurement-partners?lang=en',
      ),
    ],
    checked: CHECKED,
  },
];

/** Returns the account placeholders that are still in a postback URL. */
export const accountPartsIn = (webhookUrl: string): AccountPart[] =>
  ACCOUNT_PARTS.filter((part) => webhookUrl.includes(`{${part}}`));

/** Returns the setting values that a template fills in. All other values stay. */
export function networkValues({
  clickId,
  key1,
  notice,
}: NetworkTemplate): Readonly<Record<string, string | number | boolean | null>> {
  const { webhookUrl, words } = notice ?? {};
  return {
    aXclidFlag: true,
    aXclid: 'macro' in clickId ? clickId.macro : null,
    ...(key1 !== undefined && { aKey1Flag: true, aKey1: key1 }),
    ...(notice && { resultMethod: ResultMethod.WEBHOOK_URL }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(words && {
      approvalUnapproved: words.pending,
      approvalApproved: words.approved,
      approvalRejected: words.rejected,
    }),
  };
}

/**
 * Returns whether visitors of an ad network's ads skip the posting URL, so that only the direct link carries.
 *
 * @param xclid value of the click id in the posting URL, which may be the network's macro
 */
export const tracksInParallel = (aspName: string, xclid: string | null): boolean =>
  NETWORKS.some(({ parallelTracking, clickId }) => {
    if (!parallelTracking) return false;
    const hasMacro = 'macro' in clickId && xclid !== null && xclid.includes(clickId.macro);
    return hasMacro || parallelTracking.test(aspName.normalize('NFKC'));
  });

/** Links of a saved ad. */
interface AdLinks {
  readonly asp?: { readonly label: string } | null | undefined;
  readonly submittionUrl: string | null;
  readonly directLink: string | null;
  readonly redirects: readonly { readonly submittionUrl: string }[];
}

/** Returns the URL to register with an ad's medium: the direct link if visitors skip the posting URL. */
export function urlForMedium(ad: AdLinks): { url: string | undefined; isParallel: boolean } {
  const [url] = postingUrls(ad);
  const isParallel = tracksInParallel(
    ad.asp?.label ?? '',
    url === undefined ? null : mediumParametersOf(url).aXclid,
  );
  return { url: (isParallel ? ad.directLink : null) ?? url, isParallel };
}
