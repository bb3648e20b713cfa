import { version } from '../../package.json';
import type { Config } from '../config';
import { enumName, RoleType } from '../../shared/catalog';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoInfo } from '../db/demo';
import type { ConsoleConfig } from '../../shared/console-config';

/** Returns what the console needs before sign-in; demo accounts only in demo mode. */
export function consoleConfig(config: Config, demo?: DemoInfo): ConsoleConfig {
  return {
    demo: config.demo,
    demoAccounts: config.demo
      ? DEMO_ACCOUNTS.map(({ email, role }) => ({ email, role: enumName(RoleType, role) ?? '' }))
      : [],
    ...(config.demo && { demoPassword: DEMO_PASSWORD }),
    ...(demo && { demoProductId: demo.productId }),
    mails: config.smtpUrl !== undefined,
    trackerUrl: config.trackerUrl,
    undoSeconds: config.undoSeconds,
    postbackRetrySeconds: config.postbackRetrySeconds,
    version,
  };
}
