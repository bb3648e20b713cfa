import { isOtherSite } from './domains';

function decorate(link: HTMLAnchorElement | HTMLAreaElement, visitor: string): void {
  if (!/^https?:$/.test(link.protocol) || !isOtherSite(link.hostname)) return;
  const url = new URL(link.href);
  if (url.searchParams.get('a_vid') === visitor) return;
  url.searchParams.set('a_vid', visitor);
  link.href = url.href;
}

/** Gives the visitor's id to all links to the product's other domains that are there now. */
export function decorateLinks(visitor: string): void {
  for (const link of Array.from(document.links)) decorate(link, visitor);
}

/** The same for the link under a pointer or key: pages make links at any time. */
export function decorateTarget(event: Event, visitor: string): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href],area[href]');
  if (link) decorate(link, visitor);
}

/** Takes the visitor's id out of links again. */
export function plainLinks(visitor: string): void {
  for (const link of Array.from(document.links)) {
    // An address that is none holds no id.
    if (!/[?&]a_vid=/.test(link.href)) continue;
    const url = new URL(link.href, location.href);
    if (url.searchParams.get('a_vid') !== visitor) continue;
    url.searchParams.delete('a_vid');
    link.href = url.href;
  }
}
