import type { IncomingMessage, ServerResponse } from 'node:http';
import { selectClickIds } from '../../../shared/domain/click-ids';
import { chooseVariant } from '../../../shared/domain/delivery';
import { rejectionReason } from '../../../shared/i18n/rejections';
import type { ClickEvent } from '../../journeys';
import { clientIp, isByHttps, type TrustedProxies } from '../http/client-ip';
import { newEventId } from '../../platform/event-id';
import { clickOutcome } from '../metrics';
import { adRefusal, type AdRefusal, type Link, type Snapshot } from '../snapshot/snapshot';
import type { LineLog } from '../spool/segment-log';
import { eventLine, rejectedLine } from '../spool/spool-line';
import {
  type ClickQuery,
  lpurlReadings,
  type MediaName,
  parseClickQuery,
  passedClickIds,
  variantOfCookie,
  type VisitorCookies,
  visitorOfCookie,
} from './click-query';
import {
  landingLocation,
  type LandingPage,
  landingPage,
  webUrl,
  unavailablePage,
  unknownLinkPage,
} from './landing-page';
import { isUnderDomain } from '../http/domains';

/**
 * Characters of a host name. With others, parsers disagree about the end of the host
 * (`evil.example;.shop.example`).
 */
const HOST_NAME = /^[\w.-]+$/;

/**
 * Returns the page that `lpurl=` requests, or undefined if forwarding to it is forbidden. Only http(s) pages
 * on the given normalized domains or their subdomains are allowed, so links can't lead to foreign sites.
 */
function dynamicPage(lpurl: string | undefined, domains: readonly string[]): LandingPage | undefined {
  if (domains.length === 0 || lpurl === undefined) return undefined;
  const url = lpurlReadings(lpurl)
    .map(webUrl)
    .find(
      (page) =>
        page &&
        HOST_NAME.test(page.hostname) &&
        domains.some((domain) => isUnderDomain(page.hostname, domain)),
    );
  return url && landingPage(url.href);
}

export interface RedirectDeps {
  settings: { readonly current: Snapshot; check(): Promise<boolean> };
  log: LineLog;
  cookies: VisitorCookies;
  trust: TrustedProxies;
  now: () => number;
  random: () => number;
}

/** Where a request is forwarded to. */
interface Forward {
  link: Link;
  query: ClickQuery;
  page: LandingPage;
  lpoEntryId: number;
  /** True if the click requested a page that may not be forwarded to. */
  isPageRefused: boolean;
}

/** `GET /r/{code}`: stores the click in the segment log, then forwards to the landing page. */
export class RedirectEndpoint {
  constructor(private readonly deps: RedirectDeps) {}

  /** @param path path of the request after `/r/`, with query */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void {
    const mark = path.indexOf('?');
    const code = mark < 0 ? path : path.slice(0, mark);
    const link = this.deps.settings.current.links.get(code);
    if (link) this.follow(request, response, link, mark < 0 ? '' : path.slice(mark + 1));
    else void this.followAfterReload(request, response, code, mark < 0 ? '' : path.slice(mark + 1));
  }

  /** Reloads the settings for an unknown code, which may be new; only the database can rule it out. */
  private async followAfterReload(
    request: IncomingMessage,
    response: ServerResponse,
    code: string,
    query: string,
  ) {
    const current = await this.deps.settings.check();
    const link = this.deps.settings.current.links.get(code.replace(/\/$/, ''));
    if (link) this.follow(request, response, link, query);
    else if (current) unknownLinkPage(response);
    else unavailablePage(response);
  }

  private follow(request: IncomingMessage, response: ServerResponse, link: Link, queryText: string): void {
    const query = parseClickQuery(queryText);
    const cookie = query.consentDenied ? undefined : request.headers.cookie;
    const forward = this.choose(link, query, cookie);
    if (request.method === 'HEAD' || isPrefetch(request)) {
      clickOutcome.passed.inc();
      // The page may be shown later; with a_ad the tag then records the contact.
      return answer(response, landingLocation(forward.page, query.passed, adOnly(link, this.deps.now())));
    }
    if (forward.isPageRefused)
      this.deps.log.append(
        this.rejected(request, link, rejectionReason('lpurlRefused'), cookie),
        () => undefined,
      );
    const refusal = adRefusal(link.ad, this.deps.now());
    if (refusal) this.forwardUnrecorded(request, response, forward, refusal, cookie);
    else this.record(request, response, forward, cookie);
  }

  private choose(link: Link, query: ClickQuery, cookie: string | undefined): Forward {
    const requestedPage = dynamicPage(query.lpurl, link.dynamicDomains);
    if (requestedPage) return { link, query, page: requestedPage, lpoEntryId: 0, isPageRefused: false };
    const isPageRefused = Boolean(query.lpurl) && link.dynamicDomains.length > 0;
    const variant =
      link.variants.length > 0
        ? chooseVariant(link.variants, this.deps.random(), variantOfCookie(cookie))
        : null;
    return { link, query, page: variant?.page ?? link.page, lpoEntryId: variant?.id ?? 0, isPageRefused };
  }

  /** Forwards without a contact and logs the reason. */
  private forwardUnrecorded(
    request: IncomingMessage,
    response: ServerResponse,
    forward: Forward,
    reason: AdRefusal,
    cookie: string | undefined,
  ): void {
    const { link, query, page } = forward;
    const location = landingLocation(page, query.passed, '');
    const line = this.rejected(request, link, reason, cookie);
    const withdrawn = query.consentDenied ? this.deps.cookies.removed(request.headers.cookie, link.code) : [];
    this.deps.log.append(line, (error) => {
      (error ? clickOutcome.lost : clickOutcome.refused).inc();
      answer(response, location, withdrawn);
    });
  }

  /** Returns the line of the rejected log about a click. */
  private rejected(
    request: IncomingMessage,
    { code, ad, product }: Link,
    reason: string,
    cookie: string | undefined,
  ): ReturnType<typeof rejectedLine> {
    return rejectedLine({
      productId: product.id,
      door: 'redirect',
      reason,
      text: JSON.stringify({
        code,
        ad_id: ad.id,
        visitor_id: visitorOfCookie(cookie),
        url: request.url,
        ua: request.headers['user-agent'],
      }),
      ip: clientIp(request, this.deps.trust),
      storedAt: this.deps.now(),
    });
  }

  private record(
    request: IncomingMessage,
    response: ServerResponse,
    forward: Forward,
    cookie: string | undefined,
  ) {
    const { link, query, page, lpoEntryId } = forward;
    const event = this.clickEvent(request, forward, visitorOfCookie(cookie));
    const byHttps = isByHttps(request, this.deps.trust);
    const cookies = query.consentDenied
      ? this.deps.cookies.removed(request.headers.cookie, link.code)
      : [this.deps.cookies.visitor(event.visitorId, byHttps)];
    if (lpoEntryId > 0 && !query.consentDenied)
      cookies.push(this.deps.cookies.variant(link.code, lpoEntryId, byHttps));
    const ours = `a_ad=${link.ad.id}`;
    this.deps.log.append(eventLine(event), (error) => {
      (error ? clickOutcome.lost : clickOutcome.recorded).inc();
      // If the disk rejects the click, only a_ad is passed: the landing page's tag records the contact
      // instead.
      const claim = error ? ours : `${ours}&a_iid=${event.id}`;
      answer(response, landingLocation(page, query.passed, claim), cookies);
    });
  }

  private clickEvent(request: IncomingMessage, forward: Forward, visitor: string | undefined): ClickEvent {
    const { link, query, lpoEntryId } = forward;
    const { headers } = request;
    const now = this.deps.now();
    const ip = clientIp(request, this.deps.trust) || null;
    const mediumValue = (name: MediaName) =>
      link.ad.media.includes(name) ? (query.media[name] ?? null) : null;
    const xclid = mediumValue('xclid');
    return {
      type: 'click',
      door: 'redirect',
      productId: link.product.id,
      id: newEventId(now),
      time: now,
      ip,
      ua: headers['user-agent'] ?? null,
      visitorId: visitor ?? newEventId(now),
      adId: link.ad.id,
      redirectId: link.redirectId,
      lpoEntryId,
      params: query.passed.length > 0 ? query.passed.map((param) => param.raw).join('&') : null,
      landingUrl: null,
      cost: link.ad.clickCost,
      clickIds: clickIdsOf(query, link.ad.xclidName, xclid),
      atDoor: {
        trackingTerm: link.product.trackingTerm,
        excludedIp: link.product.excluded(ip),
        listedRobot: link.product.listedRobot(headers['user-agent'] ?? null),
        performance: link.ad.performance,
      },
      xclid,
      ses: mediumValue('ses'),
      key1: mediumValue('key1'),
      key2: mediumValue('key2'),
      key3: mediumValue('key3'),
    };
  }
}

/**
 * Returns the click ids of a click. A medium may write its id into `a_xclid` alone and the landing page then
 * carry it under its own name, as Google Ads does (domain.md 8.3).
 */
function clickIdsOf({ passed }: ClickQuery, xclidName: string | null, xclid: string | null) {
  const ids = passedClickIds(passed);
  return xclidName && xclid
    ? selectClickIds((name) => ids?.[name] ?? (name === xclidName ? xclid : null))
    : ids;
}

const adOnly = (link: Link, now: number): string => (adRefusal(link.ad, now) ? '' : `a_ad=${link.ad.id}`);

function isPrefetch({ headers }: IncomingMessage): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
}

function answer(response: ServerResponse, location: string, cookies?: readonly string[]): void {
  const headers = ['Location', location, 'Cache-Control', 'no-store', 'Content-Length', '0'];
  for (const cookie of cookies ?? []) headers.push('Set-Cookie', cookie);
  response.writeHead(302, headers);
  response.end();
}
