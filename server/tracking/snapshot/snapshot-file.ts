import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { MEDIA_NAMES } from '../redirect/click-query';
import type { SettingsData } from './settings-data';

const text = z.string().nullable();

/** Format of a settings file. Files of other versions and damaged files are ignored. */
const settingsSchema: z.ZodType<SettingsData> = z.object({
  revision: z.number(),
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
