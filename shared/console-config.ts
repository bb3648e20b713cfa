/** Server settings that the console reads before sign-in. */
export interface ConsoleConfig {
  demo: boolean;
  demoAccounts: { email: string; role: string }[];
  /** Password of all demo accounts. Set in demo mode only. */
  demoPassword?: string;
  /** The product of the demo site, once the demo data exists. */
  demoProductId?: number;
  /** Whether there is no user yet: the sign-in page makes the first one. */
  firstUser: boolean;
  /** Whether the server sends mails. The demo logs the links instead. */
  mails: boolean;
  /** Whether the server prints PDF files. */
  pdf: boolean;
  trackerUrl: string;
  /** Seconds during which an approval can be undone. */
  undoSeconds: number;
  /** Seconds between consecutive attempts of a failed postback. */
  postbackRetrySeconds: readonly number[];
  version: string;
}
