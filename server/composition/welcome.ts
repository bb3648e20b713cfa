import type { Config } from '../config/config';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoInfo } from '../demo-data';

/** Builds the text of a completed start, with the code for the first user if there is none. */
export function welcome(
  config: Config,
  demo: DemoInfo | undefined,
  firstUserCode: string | undefined,
): string {
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
  if (firstUserCode !== undefined) {
    lines.push(
      `  No user yet   open ${config.publicUrl}/login, or: npm run user -- create --email you@example.com --role ADMIN`,
      `  Code          ${firstUserCode}`,
    );
  }
  return lines.join('\n');
}
