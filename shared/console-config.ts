/** What the server tells the console before anybody is signed in. */
export interface ConsoleConfig {
  demo: boolean;
  demoAccounts: { email: string; role: string }[];
  /** Password of all demo accounts, only in demo mode. */
  demoPassword?: string;
  /** The product that the demo site is measured for, once the demo is there. */
  demoProductId?: number;
  /** Whether it sends mails; in the demo their links stand in its log instead. */
  mails: boolean;
  trackerUrl: string;
  /** How long approvals can be undone. */
  undoSeconds: number;
  /** Seconds from each failed attempt at a notification to the next. */
  postbackRetrySeconds: readonly number[];
  version: string;
}
