import type { IncomingMessage, ServerResponse } from 'node:http';
import { newEventId } from '../../platform/event-id';
import type { LiveProduct, Snapshot } from '../snapshot/snapshot';
import { demoHtml } from './demo-layout';
import { ending, ENDINGS, landing, otherLanding, product as productPage, type DemoPage } from './demo-pages';

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
