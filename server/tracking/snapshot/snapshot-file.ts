import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { MEDIA_NAMES } from '../redirect/click-query';
import type { SettingsData } from './settings-data';

const text = z.string().nullable();

/** What a file must hold to be used: one of another version, or a broken one, is passed over. */
const FORM: z.ZodType<SettingsData> = z.object({
  revision: z.number(),
  products: z.array(
    z.object({
      id: z.number(),
      // Files of former versions do not say.
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
      // A file of former versions does not say: asking in vain costs less than a tag that is not fired.
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

/** The settings kept on disk, or undefined when there are none that can be used. */
export function loadSettingsFile(path: string): SettingsData | undefined {
  try {
    return FORM.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Keeps the settings on disk; a crash leaves either the old file or the new one, never half of one. */
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
