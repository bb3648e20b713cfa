import { clickIdNames } from '../domain/click-ids';
import { CvCounting, CvDayBasis } from './enums';

/** How a medium counts the conversions that it reports. */
export interface MediaRule {
  /** Day of a conversion: that of its click, or its own. */
  readonly cvDayBasis: CvDayBasis;
  /** Longest time from the click to the conversion in days, 1 to 90. */
  readonly clickWindowDays: number;
  /** Whether a click counts every conversion, or one only. */
  readonly counting: CvCounting;
  /** IANA name of the time zone of its days. */
  readonly timeZone: string;
  /** Whether its conversions include those after a view. */
  readonly countsViews: boolean;
  /** Click id that the medium needs to know a click; see `ruleClickIds`. */
  readonly clickId: string;
}

export const ruleFields = [
  'cvDayBasis',
  'clickWindowDays',
  'counting',
  'timeZone',
  'countsViews',
  'clickId',
] as const satisfies ReadonlyArray<keyof MediaRule>;

/** The parameter of the medium's macro that ads and asps define (`a_xclid`). */
export const OWN_CLICK_ID = 'xclid';
/** Click ids that a rule can name. */
export const ruleClickIds: readonly string[] = [OWN_CLICK_ID, ...clickIdNames];

export const MAX_CLICK_WINDOW = 90;

const DEFAULT: MediaRule = {
  cvDayBasis: CvDayBasis.CLICK,
  clickWindowDays: 30,
  counting: CvCounting.EVERY,
  timeZone: 'Asia/Tokyo',
  countsViews: true,
  clickId: OWN_CLICK_ID,
};

/** Media whose usual rule differs, by a part of the source's name. */
const MEDIA: ReadonlyArray<readonly [name: RegExp, rule: Partial<MediaRule>]> = [
  [/meta|facebook|instagram|フェイスブック|インスタ/, { clickWindowDays: 7 }],
  [/tiktok|ティックトック/, { clickWindowDays: 7 }],
];

/** Returns the usual rule of the medium that a source's name mentions; new sources start with it. */
export function usualRule(sourceName: string): MediaRule {
  const name = sourceName.normalize('NFKC').toLowerCase();
  return { ...DEFAULT, ...MEDIA.find(([known]) => known.test(name))?.[1] };
}

/** Returns whether a text is the name of a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
