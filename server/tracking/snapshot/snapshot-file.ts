import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { postbackSourceSchema, type PostbackSourceData } from '../postback/postback-sources';
import { MEDIA_NAMES, type MediaName } from '../redirect/click-query';

/** CV setting as the tag and the collector need it. */
export interface CvSettingData {
  id: number;
  /** 1 LAST, 0 MIDDLE. */
  cvType: number;
  cvSlot: number;
  /** 1 URL, 2 URL_REFERRER, 3 BUTTON_CLICK. */
  condition: number;
  cvUrl: string | null;
  referrerUrl: string | null;
}

export interface ProductData {
  id: number;
  companyId: number;
  name: string;
  domain: string | null;
  url: string | null;
  trackingTerm: number;
  excludedIps: string | null;
  /** Tracking host on the advertiser's own domain. */
  trackerHost: string | null;
  measuredHostsOnly: boolean;
  /** Comma-separated lists, as settings store them. */
  moreHosts: string | null;
  peopleUserAgents: string | null;
  robotUserAgents: string | null;
  senderDomains: string[];
  cvSettings: CvSettingData[];
}

/** Ad network settings for landings. */
interface AspData {
  id: number;
  /** HTML for the landing pages of its ads; null if it has none or is switched off. */
  measurementTag: string | null;
}

export interface AdData {
  id: number;
  productId: number;
  code: string;
  name: string;
  aspId: number | null;
  active: boolean;
  /** False if the ad's network is switched off; true without a network. */
  aspActive: boolean;
  /** First and last Tokyo day (yyyymmdd) of live clicks; null if open. */
  periodFrom: number | null;
  periodTo: number | null;
  /** Cost of a click in yen. */
  clickCost: number;
  /** The performance_cv_flag in force. */
  performance: boolean;
  redirectUrl: string | null;
  /** Medium values to store; others are ignored. */
  media: MediaName[];
  /** Click id that the medium writes into `a_xclid`, such as gclid; null if unknown. */
  xclidName: string | null;
  /** True if a CV tag in the browser reports its results. */
  firesCvTag: boolean;
}

export interface VariantData {
  id: number;
  url: string;
  /** Whole percent. */
  rate: number;
}

export interface RedirectData {
  id: number;
  adId: number;
  code: string;
  url: string;
  dynamicLpurl: boolean;
  /** Empty when LPO is off. */
  variants: VariantData[];
}

/** All settings of the collectors at one revision. Plain data, stored on disk as JSON. */
export interface SettingsData {
  revision: number;
  products: ProductData[];
  asps: AspData[];
  ads: AdData[];
  redirects: RedirectData[];
  postbackSources: PostbackSourceData[];
}

const text = z.string().nullable();

/** Format of a settings file. Files of other versions and damaged files are ignored. */
const settingsSchema: z.ZodType<SettingsData> = z.object({
  revision: z.number(),
  // Files of earlier versions lack this field.
  postbackSources: z.array(postbackSourceSchema).default([]),
  products: z.array(
    z.object({
      id: z.number(),
      // Files of earlier versions lack this field.
      companyId: z.number().default(0),
      name: z.string(),
      domain: text,
      url: text,
      trackingTerm: z.number(),
      excludedIps: text,
      // Files of earlier versions lack these fields.
      trackerHost: text.default(null),
      measuredHostsOnly: z.boolean().default(false),
      moreHosts: text.default(null),
      peopleUserAgents: text.default(null),
      robotUserAgents: text.default(null),
      senderDomains: z.array(z.string()),
      cvSettings: z.array(
        z.object({
          id: z.number(),
          cvType: z.number(),
          cvSlot: z.number(),
          condition: z.number(),
          cvUrl: text,
          referrerUrl: text,
        }),
      ),
    }),
  ),
  asps: z.array(z.object({ id: z.number(), measurementTag: text })),
  ads: z.array(
    z.object({
      id: z.number(),
      productId: z.number(),
      code: z.string(),
      name: z.string(),
      aspId: z.number().nullable(),
      active: z.boolean(),
      aspActive: z.boolean(),
      periodFrom: z.number().nullable(),
      periodTo: z.number().nullable(),
      clickCost: z.number(),
      performance: z.boolean(),
      redirectUrl: text,
      media: z.array(z.enum(MEDIA_NAMES)),
      // Files of earlier versions lack it.
      xclidName: text.default(null),
      // Files of earlier versions lack it. A needless lookup costs less than a tag that does not fire.
      firesCvTag: z.boolean().default(true),
    }),
  ),
  redirects: z.array(
    z.object({
      id: z.number(),
      adId: z.number(),
      code: z.string(),
      url: z.string(),
      dynamicLpurl: z.boolean(),
      variants: z.array(z.object({ id: z.number(), url: z.string(), rate: z.number() })),
    }),
  ),
});

/** Loads the settings from disk; undefined if there is no usable file. */
export function loadSettingsFile(path: string): SettingsData | undefined {
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Saves the settings on disk atomically: after a crash the file is either old or new. */
export async function saveSettingsFile(path: string, data: SettingsData): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(data));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
