import { z } from 'zod';

/** Payload of an alert delivery; `to` is a mail address, or the URL of a webhook. */
const alertPayload = z.object({ day: z.number(), to: z.string() });
export type AlertPayload = Readonly<z.output<typeof alertPayload>>;

/** Parses the payload of a delivery; null if it is not an alert's. */
export const payloadIn = (text: string | null): AlertPayload | null =>
  alertPayload.safeParse(JSON.parse(text ?? 'null')).data ?? null;
