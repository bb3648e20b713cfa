import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder with a stored demo, which most files of a full run start from. Without it each start builds its own.
 */
const FOLDER = process.env.INFLOW_E2E_DEMO;

/** Data folder of the stored demo. */
export const storedDemo = (folder: string): string => join(folder, 'demo');

/** Copies the stored demo, if there is one, into an empty data folder. */
export const copyStoredDemo = (dataDir: string): void => {
  const stored = FOLDER && storedDemo(FOLDER);
  if (stored && existsSync(stored)) cpSync(stored, dataDir, { recursive: true });
};
