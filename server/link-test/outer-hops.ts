import { newEventId } from '../platform/event-id';
import { attempt, type Attempt, type Reach } from '../postbacks';
import { failed, runHop, ok, warning, type Hop } from './hop';

/** How much of a landing page is searched for the tag. */
const PAGE_BYTES = 512 * 1024;
const TIMEOUT_MS = 8_000;

interface Deps {
  readonly reach: Reach;
  readonly trackerUrl: string;
}

/** The tracking host is the operator's own and needs no address check; landing pages do. */
const allowAnyHost: Reach = () => true;

const request = (url: string, reach: Reach, method: 'GET' | 'HEAD'): Promise<Attempt> =>
  attempt(url, {
    reach,
    method,
    maxBodyBytes: PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    idempotencyKey: newEventId(Date.now()),
  });

const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;
const describeFailure = ({ status, error, url }: Attempt): string => `${error ?? String(status)} ${url}`;

/** Puts the click id where the medium would put one; only the medium can expand its macros. */
export function withClickIds(link: string, clickId: string): string {
  const url = new URL(link);
  for (const name of url.searchParams.keys())
    if (/^(a_)?(xclid|ses|key[123])$/.test(name)) url.searchParams.set(name, clickId);
  return url.toString();
}

/** Follows the link with a HEAD request, which records no click. */
export async function redirectHop(link: string): Promise<{ hop: Hop; landing: string | null }> {
  let landing: string | null = null;
  const result = await runHop('redirect', async () => {
    const answer = await request(link, allowAnyHost, 'HEAD');
    if (answer.status === 404) return failed('unknownLink', link);
    if (answer.status !== 302 || answer.location === null)
      return failed('noRedirect', describeFailure(answer));
    landing = answer.location;
    const isTracked = URL.canParse(landing) && new URL(landing).searchParams.has('a_ad');
    return isTracked ? ok('forwards', landing) : warning('forwardsUncounted', landing);
  });
  return { hop: result, landing };
}

/** Opens the landing page and searches it for the product's tag. */
export function landingHop(url: string, productId: number, { reach, trackerUrl }: Deps): Promise<Hop> {
  return runHop('landing', async () => {
    const own = URL.canParse(url) && new URL(url).host === new URL(trackerUrl).host;
    const page = await request(url, own ? allowAnyHost : reach, 'GET');
    if (page.status !== null && page.status >= 300 && page.status < 400)
      return warning('pageMoves', page.location ?? url);
    if (!isSuccess(page)) return failed('noPage', describeFailure(page));
    return page.body?.includes(`/tag/${productId}.js`) ? ok('tagOnPage', url) : warning('noTagOnPage', url);
  });
}

export function tagHop(productId: number, { trackerUrl }: Deps): Promise<Hop> {
  return runHop('tag', async () => {
    const url = `${trackerUrl}/tag/${productId}.js`;
    const script = await request(url, allowAnyHost, 'GET');
    return isSuccess(script) ? ok('tagServed', url) : failed('noTag', describeFailure(script));
  });
}
