import type { z } from 'zod';

/** Reads a JSON column. @throws ZodError if the stored value does not match the schema */
export const readJson = <T>(schema: z.ZodType<T>, text: string | null): T =>
  schema.parse(JSON.parse(text ?? 'null'));
