import type { Config } from '../config/config';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoInfo } from '../demo-data';

/** Builds the text of a completed start, with the next step if no user exists. */
export function welcome(config: Config, demo: DemoInfo | undefined, hasUsers: boolean): string {
  const lines = [`Inflow Console  ${config.publicUrl}`];
  if (demo) {
    lines.push(
      `  Sign in       ${DEMO_ACCOUNTS[0]?.email} / ${DEMO_PASSWORD}`,
      `  Product       ${demo.productId}`,
      `  API key       ${demo.apiKey}`,
      ...demo.links.map(
        ({ adName, url }, i) => `  ${i === 0 ? 'Try a link    ' : '              '}${url}  (${adName})`,
      ),
    );
  }
  if (!hasUsers) {
    lines.push(
      '  No user yet   npm run user -- create --email you@example.com --role ADMIN --company "..." --product "..."  (with the same settings)',
    );
  }
  return lines.join('\n');
}
