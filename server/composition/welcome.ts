import type { Config } from '../config';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoInfo } from '../db/demo';

/** What the start prints when everything is up. */
export function welcome(config: Config, demo: DemoInfo | undefined): string {
  const lines = [`Inflow Console  ${config.publicUrl}`];
  if (demo) {
    lines.push(
      `  Sign in       ${DEMO_ACCOUNTS[0]?.email} / ${DEMO_PASSWORD}`,
      `  Product       ${demo.productId}`,
      `  API key       ${demo.apiKey}`,
      ...demo.links.map(({ adName, url }, i) => `  ${i === 0 ? 'Try a link    ' : '              '}${url}  (${adName})`),
    );
  }
  return lines.join('\n');
}
