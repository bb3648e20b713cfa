import { existsSync } from 'node:fs';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that browser tests drive: CHROMIUM_PATH, or where distributions put it; undefined when there is none. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...USUAL_PLACES].find((path) => path !== '' && existsSync(path));
