/** Milliseconds during which a page without a referrer may take a visitor over. */
const FRESH_MS = 120_000;

/** Returns a 64-bit hash of a text as hexadecimal, without leading zeros. */
export function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const unit of text.split('')) {
    const code = unit.charCodeAt(0);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 15);
  }
  return (a >>> 0).toString(16) + (b >>> 0).toString(16);
}

/**
 * Makes the `a_vid` that a page adds to links: `{visitor}.{time36}.{check}` with eight digits of epoch
 * milliseconds and a hexadecimal check value, which binds them to the product.
 */
export function visitorToken(visitor: string, product: number, now: number): string {
  const dated = `${visitor}.${now.toString(36)}.`;
  return dated + hash(dated + product);
}

/**
 * Returns the visitor of an `a_vid` that the page may take over, or an empty string. An address can be copied
 * and shared. Its visitor counts if the page was opened from the product's domains, or, without
 * a referrer, if a tag of the product made the address within the last two minutes.
 *
 * @param isReferred whether a domain of the product opened the page; undefined without a referrer
 */
export function visitorOfToken(
  text: string,
  product: number,
  now: number,
  isReferred: boolean | undefined,
): string {
  const [, visitor = text, digits = ''] = /^(.+)\.(\w{8})\.\w{9,16}$/.exec(text) || [];
  const time = parseInt(digits, 36);
  const isFresh = Math.abs(now - time) <= FRESH_MS && visitorToken(visitor, product, time) === text;
  return (isReferred ?? isFresh) ? visitor : '';
}
