import { rejectionReason } from '../../../shared/i18n/rejections';
import type { Database } from '../../db/database';
import type { LineProduct } from './event-line';

/** Product data for the validation of event lines; new ads are added to it. */
class LoadedProduct implements LineProduct {
  private readonly ads = new Set<number>();
  private readonly names = new Map<string, number[]>();
  private readonly cvSettings = new Set<number>();
  readonly lastCvSettingIds: number[] = [];

  addAd(id: number, name: string): void {
    this.ads.add(id);
    const bearers = this.names.get(name);
    if (bearers) bearers.push(id);
    else this.names.set(name, [id]);
  }

  addCvSetting(id: number, isLast: boolean): void {
    this.cvSettings.add(id);
    if (isLast) this.lastCvSettingIds.push(id);
  }

  hasAd(id: number): boolean {
    return this.ads.has(id);
  }

  adsNamed(name: string): readonly number[] {
    return this.names.get(name) ?? [];
  }

  hasCvSetting(id: number): boolean {
    return this.cvSettings.has(id);
  }
}

/** Loads one product, or all, with ads and CV settings, by id. */
export async function loadLineProducts(
  db: Pick<Database, 'read'>,
  only: number | null = null,
): Promise<Map<number, LoadedProduct>> {
  const [where, params] = only === null ? ['', []] : [' WHERE product_id = ?', [only]];
  const products = new Map<number, LoadedProduct>();
  const known =
    only === null ? (await db.read<{ id: number }>('SELECT id FROM product')).map(({ id }) => id) : [only];
  for (const id of known) products.set(id, new LoadedProduct());
  const ads = await db.read<{ id: number; product_id: number; ad_name: string }>(
    `SELECT id, product_id, ad_name FROM ad${where}`,
    params,
  );
  for (const ad of ads) products.get(ad.product_id)?.addAd(ad.id, ad.ad_name);
  const settings = await db.read<{ id: number; product_id: number; cv_type: number }>(
    `SELECT id, product_id, cv_type FROM cv_setting${where} ORDER BY id`,
    params,
  );
  for (const { id, product_id, cv_type } of settings)
    products.get(product_id)?.addCvSetting(id, cv_type === 1);
  return products;
}

/** One event of a request, or one line of a file, as text and as parsed value. */
export interface JsonItem {
  text: string;
  /** Undefined if the item has too many levels; it is not parsed then. */
  value: unknown;
  tooDeep: boolean;
}

/** No event needs more levels; the limit protects recursive code from a stack overflow. */
export const MAX_LEVELS = 32;
export const TOO_DEEP = rejectionReason('tooDeep', { levels: MAX_LEVELS });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

interface Shape {
  /** Levels of the outermost value, including itself. */
  levels: number;
  /** End of the outermost array or object; undefined if it is missing or unclosed. */
  end: number | undefined;
  /** Positions of the commas of the outermost value. */
  commas: number[];
}

/** Scans brackets and strings without recursion, so no depth can overflow the stack. */
function shapeOf(text: string): Shape {
  const shape: Shape = { levels: 0, end: undefined, commas: [] };
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      for (i += 1; i < text.length && text.charCodeAt(i) !== QUOTE; i += 1)
        if (text.charCodeAt(i) === BACKSLASH) i += 1;
    } else if (isOpening(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (isClosing(code) || (code === COMMA && depth === 1)) {
      if (code !== COMMA) depth -= 1;
      if (code !== COMMA && depth > 0) continue;
      if (code === COMMA) shape.commas.push(i);
      else {
        shape.end = i + 1;
        break;
      }
    }
  }
  return { ...shape, levels: deepest };
}

const LONG_NUMBER = /\d{16}/;
/** Strings, and whole numbers that may have more digits than a double can store. */
const STRINGS_AND_LONG_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;

/** Parses JSON. A whole number that would lose digits becomes its text, so long ids stay distinct. */
function parse(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return value;
  return JSON.parse(
    text.replace(STRINGS_AND_LONG_NUMBERS, (token) =>
      token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
    ),
  );
}

/** Parses one event; undefined if it is not JSON. */
export function jsonItem(text: string): JsonItem | undefined {
  const { levels, end } = shapeOf(text);
  if (levels > MAX_LEVELS) {
    const ends = end !== undefined && text.slice(end).trim() === '';
    return ends ? { text, value: undefined, tooDeep: true } : undefined;
  }
  try {
    return { text, value: parse(text), tooDeep: false };
  } catch {
    return undefined;
  }
}

/**
 * Parses the events of a body: one, or an array. Undefined if it is not JSON. An event with too many levels
 * affects only itself.
 */
export function jsonItems(body: string): JsonItem[] | undefined {
  const text = body.trim();
  const { commas, end, levels } = shapeOf(text);
  // An unclosed value, or text after it, is not JSON.
  if (levels > 0 && end !== text.length) return undefined;
  if (!text.startsWith('[')) {
    const item = jsonItem(text);
    return item && [item];
  }
  if (!text.endsWith(']')) return undefined;
  const bounds = [0, ...commas, text.length - 1];
  const items: JsonItem[] = [];
  for (let i = 0; i + 1 < bounds.length; i += 1) {
    const part = text.slice((bounds[i] ?? 0) + 1, bounds[i + 1]);
    if (bounds.length === 2 && part.trim() === '') return [];
    const item = jsonItem(part);
    if (!item) return undefined;
    items.push({ ...item, text: part.trim() });
  }
  return items;
}
