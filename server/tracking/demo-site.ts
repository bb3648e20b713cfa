import type { IncomingMessage, ServerResponse } from 'node:http';
import { newEventId } from '../platform/event-id';
import type { LiveProduct, Snapshot } from './snapshot/snapshot';

/** SVG drawings of the demo site; they need no font on the visitor's machine. */
const svg = (viewBox: string, size: string, body: string): string =>
  `<svg viewBox="${viewBox}" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2"
stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`;

const icon = (body: string): string => svg('0 0 24 24', '22', body);

const leaf = icon('<path d="M5 19C4 10 10 4 20 4c0 10-6 16-15 15Z"/><path d="M5 19 13 11"/>');
const flower = icon(
  '<circle cx="12" cy="12" r="2.6"/><path d="M12 9.4C10 7 10.5 3.5 12 3c1.5.5 2 4 0 6.4M12 14.6c2 2.4 1.5 5.9 0 6.4-1.5-.5-2-4 0-6.4M9.4 12C7 14 3.5 13.5 3 12c.5-1.5 4-2 6.4 0M14.6 12c2.4-2 5.9-1.5 6.4 0-.5 1.5-4 2-6.4 0"/>',
);
const parcel = icon('<path d="M3 8h18v11H3zM3 8l3-4h12l3 4M12 4v9"/>');

/** A steaming cup of tea. */
const cup = svg(
  '0 0 120 120',
  '56%',
  `<g stroke="#7d9a78" stroke-width="3.5"><path d="M44 18c-7 8 7 13 0 22M60 14c-7 9 7 14 0 25M76 18c-7 8 7 13 0 22"/></g>
<path d="M24 52h68v18c0 20-13 32-34 32S24 90 24 70Z" fill="#fff" stroke="#2f6b4f" stroke-width="3.5"/>
<path d="M92 58h7a11 11 0 0 1 0 22h-9" stroke="#2f6b4f" stroke-width="3.5"/>
<ellipse cx="58" cy="52" rx="34" ry="7" fill="#e9c46a" stroke="#2f6b4f" stroke-width="3.5"/>
<path d="M34 108h50" stroke="#2f6b4f" stroke-width="3.5"/>`,
);

/** Texts of one demo page; HTML apart from `title`. */
interface DemoPage {
  title: string;
  body: string;
}

/** A page that confirms an order or a registration. */
interface Ending {
  title: string;
  text: string;
  /** Amount in yen; null for a registration. */
  amount: number | null;
}

/** Conversion pages by the last part of their path. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  thanks: {
    title: 'ご注文ありがとうございます',
    text: 'カモミール・ブレンド（30包）のご注文を承りました。',
    amount: 2980,
  },
  subscribed: {
    title: '定期便のお申し込みを承りました',
    text: '毎月1日に、季節のハーブティーをお届けします。',
    amount: 3480,
  },
  'gift-thanks': {
    title: 'ギフトのご注文を承りました',
    text: '心をこめてお包みし、お届けします。',
    amount: 4980,
  },
  registered: {
    title: 'メルマガにご登録いただきました',
    text: '季節のブレンドのお知らせをお送りします。',
    amount: null,
  },
};

const yen = (amount: number): string => `${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}円`;

/** The landing page of the demo links. */
function landing(): DemoPage {
  return {
    title: 'ハーブティー定期便 — 夜の一杯を、いちばんやさしく',
    body: `<section class="hero"><p class="eyebrow">ノンカフェイン・国産ハーブ100%</p>
<h1>夜の一杯を、<br>いちばんやさしく。</h1>
<p>信州の畑で摘んだカモミールとレモンバームを、その月のうちに。<br>眠る前の30分が、少し楽しみになります。</p>
<p><a class="button" href="/demo-site/product">くわしく見る</a></p></section>
<section class="three"><div><b>${flower}摘みたて</b><p>収穫から30日以内にお届け。</p></div>
<div><b>${leaf}農薬不使用</b><p>契約農家の畑だけで育てました。</p></div>
<div><b>${parcel}ポストに届く</b><p>留守でも受け取れる薄型箱です。</p></div></section>`,
  };
}

/** Another demo product: its page shows its name and one button per CV setting. */
interface OtherProduct {
  readonly name: string;
  readonly cvSettings: ReadonlyMap<
    number,
    { readonly id: number; readonly cvType: number; readonly cvSlot: number }
  >;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function otherLanding({ name, cvSettings }: OtherProduct): DemoPage {
  const title = escapeHtml(name);
  const buttons = [...cvSettings.values()].map(
    (cv) =>
      `<p><button class="button plain" type="button" data-ic-cv="${cv.id}" onclick="this.textContent='記録されました'">${cv.cvType === 1 ? '最終CV' : '中間CV'}${cv.cvSlot}</button></p>`,
  );
  return {
    title,
    body: `<section class="hero"><p class="eyebrow">計測タグ設置済み</p><h1>${title}</h1>
<p>この商品の広告リンクの遷移先です。<br>ボタンを押すと、それぞれのコンバージョンが計測タグから記録されます。</p>${buttons.join('')}</section>`,
  };
}

/** Renders the product page. `order` is the number of the order that a visitor may place. */
function productPage(order: string, cartSetting: number | undefined): DemoPage {
  const cart = cartSetting === undefined ? '' : ` data-ic-cv="${cartSetting}"`;
  const buy = (page: keyof typeof ENDINGS, label: string, kind = '') => {
    const amount = ENDINGS[page]?.amount ?? null;
    const price = amount === null ? '' : `<small>${yen(amount)}</small>`;
    const query = amount === null ? '' : `?order=${order}`;
    return `<a class="button ${kind}" href="/demo-site/${page}${query}">${label}${price}</a>`;
  };
  return {
    title: 'カモミール・ブレンド — ハーブティー定期便',
    body: `<section class="product"><div class="art" role="img" aria-label="湯気の立つハーブティー">${cup}</div>
<div><h1>カモミール・ブレンド</h1><p>りんごのような甘い香りのカモミールに、レモンバームの爽やかさを重ねました。30包入り。</p>
<p><button class="button plain" type="button"${cart} onclick="this.textContent='カートに入りました'">カートに入れる</button></p>
<p>${buy('thanks', '今すぐ購入する')}</p><p>${buy('subscribed', '定期便を申し込む', 'plain')}</p>
<p>${buy('gift-thanks', 'ギフトで贈る', 'plain')}</p>
<p><a href="/demo-site/registered">メルマガに登録する</a></p></div></section>`,
  };
}

/** Renders a thank-you page. */
function ending({ title, text, amount }: Ending, order: string): DemoPage {
  const receipt =
    amount === null
      ? ''
      : `<dl><dt>ご注文番号</dt><dd>${order}</dd><dt>お支払い金額</dt><dd>${yen(amount)}（税込）</dd></dl>`;
  return {
    title,
    body: `<section class="ending"><p class="tick" aria-hidden="true">✓</p><h1>${title}</h1><p>${text}</p>${receipt}
<p class="note">この購入は計測タグからコンバージョンとして記録されました。<br>コンソールの広告統計・アトリビューションに数秒で現れます。</p>
<p class="next"><a class="button" href="/">コンソールで確かめる</a><a class="button plain" href="/demo-site/">トップへ戻る</a></p></section>`,
  };
}

const STYLE = `*{box-sizing:border-box}body{margin:0;font-family:"Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;
color:#2f3b2f;background:#fbfaf5;line-height:1.9}a{color:#2f6b4f}header{display:flex;justify-content:space-between;
align-items:center;padding:1rem 1.5rem;max-width:64rem;margin:auto}header a{display:inline-flex;gap:.5rem;align-items:center;font-weight:700;font-size:1.1rem;text-decoration:none}
header span{font-size:.75rem;background:#f0c95b;color:#4a3a05;border-radius:99px;padding:.1rem .8rem}
main{max-width:64rem;margin:auto;padding:0 1.5rem 3rem}h1{text-wrap:balance;word-break:auto-phrase;line-height:1.4;font-size:clamp(1.6rem,5vw,2.6rem);margin:.5rem 0 1rem}
.hero{padding:clamp(2.5rem,9vw,6rem) clamp(1.25rem,6vw,4rem);border-radius:24px;background:
radial-gradient(circle at 82% 38%,#ffe9a8 0 7rem,transparent 7.1rem),linear-gradient(135deg,#dfeedd,#f7efd6)}
.eyebrow{margin:0;color:#4d6e54;font-weight:700;letter-spacing:.08em}
.button{display:inline-flex;gap:.75rem;align-items:center;justify-content:center;min-width:14rem;padding:.7rem 1.6rem;border:2px solid #2f6b4f;
border-radius:99px;background:#2f6b4f;color:#fff;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.button.plain{background:#fff;color:#2f6b4f}.button:hover{filter:brightness(1.08)}.button small{font-weight:400}
.three{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem;margin-top:1.5rem}
.three div{background:#fff;border-radius:16px;padding:1.25rem}.three b{display:flex;gap:.6rem;align-items:center;color:#2f6b4f}.three p{margin:.25rem 0 0}
.product{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:2rem;align-items:center}
.art{aspect-ratio:1;display:grid;place-items:center;color:#2f6b4f;border-radius:24px;background:linear-gradient(160deg,#e7f0dc,#fdf3d5)}
.ending{text-align:center;max-width:36rem;margin:2rem auto;background:#fff;border-radius:24px;padding:2.5rem 1.5rem}.ending h1{font-size:clamp(1.3rem,4vw,1.8rem)}.next{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center}
.tick{width:4rem;height:4rem;margin:0 auto;border-radius:50%;display:grid;place-items:center;background:#2f6b4f;color:#fff;font-size:2rem}
dl{display:grid;grid-template-columns:auto auto;justify-content:center;gap:.25rem 1.25rem;text-align:left}dt{color:#6a776a}dd{margin:0;font-weight:700}
.note{font-size:.875rem;color:#5b675b}footer{padding:1.5rem;text-align:center;font-size:.8rem;color:#6a776a;border-top:1px solid #e8e5d8}`;

/**
 * Renders a demo page with the product's real tag. `commands` are pushed to the tag's queue before it loads.
 */
function demoHtml(page: DemoPage, productId: number | undefined, commands: readonly unknown[]): string {
  const queue = commands
    .map((command) => `icq.push(${JSON.stringify(command).replace(/</g, '\\u003c')});`)
    .join('');
  const tag =
    productId === undefined
      ? ''
      : `<script>window.icq=window.icq||[];${queue}</script><script async src="/tag/${productId}.js"></script>`;
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${page.title}</title><style>${STYLE}</style>${tag}</head>
<body><header><a href="/demo-site/">${leaf}ハーブティー定期便</a><span>デモサイト</span></header><main>${page.body}</main>
<footer>これは計測を試すためのデモサイトです。商品は実在せず、注文も請求も発生しません。</footer></body></html>`;
}

const ROOT = '/demo-site/';
const BUTTON_CLICK = 3;
const ORDER = /^DEMO-[0-9A-F]{8}$/;

/** True if a URL is a demo site page on one of these hosts. */
export function isDemoPage(url: string | null, hosts: readonly (string | undefined)[]): boolean {
  const page = URL.parse(url ?? '');
  return page !== null && hosts.includes(page.host) && `${page.pathname}/`.startsWith(ROOT);
}

const newOrder = (): string => `DEMO-${newEventId(Date.now()).slice(-8).toUpperCase()}`;

/** A small shop with the demo product's real tag: newcomers click, buy and watch the data arrive. */
export class DemoSite {
  constructor(
    private readonly deps: { settings: { readonly current: Snapshot; check(): Promise<boolean> } },
  ) {}

  /** Answers requests for the demo site; returns false for other paths. */
  handle(request: IncomingMessage, response: ServerResponse, url: string): boolean {
    if (!url.startsWith(ROOT.slice(0, -1))) return false;
    const { pathname, searchParams } = new URL(url, 'http://demo');
    if (pathname !== ROOT.slice(0, -1) && !pathname.startsWith(ROOT)) return false;
    const name = pathname.slice(ROOT.length).replace(/(\.html)?\/?$/, '');
    void this.answer(request, response, name, searchParams.get('order') ?? '');
    return true;
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    requestedOrder: string,
  ): Promise<void> {
    // In the first second after the start the settings may not be loaded yet.
    if (this.deps.settings.current.products.size === 0) await this.deps.settings.check();
    const html = this.page(name, ORDER.test(requestedOrder) ? requestedOrder : newOrder());
    if (html === undefined) send(response, 302, '', { Location: ROOT });
    else send(response, 200, request.method === 'HEAD' ? '' : html);
  }

  private page(name: string, order: string): string | undefined {
    const other = this.otherProduct(name);
    if (other) return demoHtml(otherLanding(other), other.id, []);
    const product = this.product();
    const done = Object.hasOwn(ENDINGS, name) ? ENDINGS[name] : undefined;
    if (done) return demoHtml(ending(done, order), product?.id, this.commands(product, name, order));
    const page = this.browsing(name, product);
    return page && demoHtml(page, product?.id, []);
  }

  private browsing(name: string, product: LiveProduct | undefined): DemoPage | undefined {
    if (name === '') return landing();
    const cart = [...(product?.cvSettings.values() ?? [])].find(
      (setting) => setting.condition === BUTTON_CLICK,
    );
    return name === 'product' ? productPage(newOrder(), cart?.id) : undefined;
  }

  /**
   * Returns the tag commands of a thank-you page: amount and order for the CV setting that matches its URL.
   */
  private commands(product: LiveProduct | undefined, name: string, order: string): unknown[] {
    const setting = [...(product?.cvSettings.values() ?? [])].find((cv) =>
      cv.cvUrl?.includes(`${ROOT}${name}`),
    );
    const amount = ENDINGS[name]?.amount ?? null;
    return setting && amount !== null
      ? [['cv', { setting: setting.id, amount, args: `order=${order}` }]]
      : [];
  }

  /** Returns another demo product by the id in its path. Its single page shows only its name and buttons. */
  private otherProduct(name: string): LiveProduct | undefined {
    const product = /^[1-9]\d{0,8}$/.test(name)
      ? this.deps.settings.current.products.get(Number(name))
      : undefined;
    return product?.url?.endsWith(`${ROOT}${name}/`) ? product : undefined;
  }

  /** Returns the product whose site this is. */
  private product(): LiveProduct | undefined {
    const products = [...this.deps.settings.current.products.values()].sort((a, b) => a.id - b.id);
    return products.find((product) => product.url?.endsWith(ROOT)) ?? products[0];
  }
}

function send(
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(html);
}
