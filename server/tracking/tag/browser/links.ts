import { isOtherSite } from './domains';

function decorate(link: HTMLAnchorElement | HTMLAreaElement, visitor: string): void {
  if (!/^https?:$/.test(link.protocol) || !isOtherSite(link.hostname)) return;
  const url = new URL(link.href);
  if (url.searchParams.get('a_vid') === visitor) return;
  url.searchParams.set('a_vid', visitor);
  link.href = url.href;
}

/** Adds the visitor id to all current links to the product's other domains. */
export function decorateLinks(visitor: string): void {
  for (const link of Array.from(document.links)) decorate(link, visitor);
}

/** Adds it to the link under a pointer or key, because pages create links at any time. */
export function decorateTarget(event: Event, visitor: string): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href],area[href]');
  if (link) decorate(link, visitor);
}

/** Removes the visitor id from links. */
export function plainLinks(visitor: string): void {
  for (const link of Array.from(document.links)) {
    // Skips invalid URLs too, which `new URL` would reject.
    if (!/[?&]a_vid=/.test(link.href)) continue;
    const url = new URL(link.href, location.href);
    if (url.searchParams.get('a_vid') !== visitor) continue;
    url.searchParams.delete('a_vid');
    link.href = url.href;
  }
}
