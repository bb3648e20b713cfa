import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { preload } from '../analysis/preload';
import { ConfigError, signingSecret, type Config } from '../config/config';
import { countVisitor, queueRequest } from '../backpressure/traffic-load';
import type { Database } from '../db/database';
import { servedDatabase, openDatabase } from './open-database';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoInfo } from '../demo-data';
import { findBrowser } from '../export/pdf';
import { consoleFiles } from '../http/console-files';
import { createLog, type Logger } from '../http/request-log';
import { createOperations } from '../http/operations';
import { REQUEST_TIMEOUT_MS, requestTimeouts, SlowUploads } from '../http/slow-requests';
import { firstUserCode, hasUsers } from '../settings/user/first-user.service';
import { startWorker, type Worker } from '../sweeps';
import { createTracking, isTrackingAddress, type Tracking } from '../tracking';
import { errorCode } from '../platform/errors';
import { createApi, pageFailures, unmatchedRequest } from './api';
import { registerBacklogMetrics } from './backlog-metrics';
import { logJobFailure, queuesOf, WorkProcess } from './work';
import { version } from '../../package.json';
import { enumName, RoleType } from '../../shared/catalog';
import type { ConsoleConfig } from '../../shared/console-config';

/** Returns the console settings for the sign-in page. Demo accounts are listed in demo mode only. */
function consoleConfig(config: Config, firstUser: boolean, demo?: DemoInfo): ConsoleConfig {
  return {
    demo: config.demo,
    demoAccounts: config.demo
      ? DEMO_ACCOUNTS.map(({ email, role }) => ({ email, role: enumName(RoleType, role) ?? '' }))
      : [],
    ...(config.demo && { demoPassword: DEMO_PASSWORD }),
    ...(demo && { demoProductId: demo.productId }),
    firstUser,
    mails: config.smtpUrl !== undefined,
    trackerUrl: config.trackerUrl,
    undoSeconds: config.undoSeconds,
    pdf: findBrowser(config.chromiumPath, config.searchPath) !== null,
    postbackRetrySeconds: config.postbackRetrySeconds,
    version,
  };
}

/** Time that requests in progress get to finish at shutdown. */
const DRAIN_MS = 10_000;

/**
 * Keep-alive time of proxy connections: longer than common proxies use (60 s). Closing one just as the next
 * request arrives fails a visitor's click.
 */
const KEEP_ALIVE_MS = 75_000;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const serves = {
  tracking: (config: Config) => config.role === 'all' || config.role === 'collector',
  api: (config: Config) => config.role === 'all' || config.role === 'api',
  work: (config: Config) => config.role === 'all' || config.role === 'worker',
};

const respondNotFound: Handler = (_req, res) => {
  res.writeHead(404, { 'Content-Type': 'application/json' });
  res.end('{"_message":["404 Not Found"]}');
};

/**
 * Product process with the role of its configuration. It listens at once: redirects need no database;
 * everything else answers 503 until `ready`.
 */
export class ProductServer {
  private readonly db: Database;
  private readonly log: Logger;
  private readonly http: Server;
  private readonly tracking?: Tracking;
  private worker?: Worker;
  private demo?: DemoInfo | undefined;
  private waitingFor: string | undefined = 'database';
  private usersSeen = false;
  private rest: Handler = respondNotFound;
  private readonly ending = new AbortController();

  /** @param requestTimeoutMs time within which a request must be complete */
  constructor(
    private readonly config: Config,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  ) {
    this.log = createLog(config.logLevel);
    this.db = servedDatabase(config, this.log, { background: config.role === 'worker' });
    if (serves.tracking(config))
      this.tracking = createTracking({ config, db: this.db, log: this.log, secret: signingSecret(config) });
    const operations = createOperations({
      db: this.db,
      waitingFor: () =>
        this.waitingFor ?? this.tracking?.fault ?? (config.role === 'api' ? undefined : this.db.outdated),
      metricsToken: config.metricsToken,
    });
    // Tracking comes first and bypasses Express: it answers tens of thousands of requests per second.
    this.http = createServer(requestTimeouts(requestTimeoutMs), (req, res) => {
      if (this.tracking?.handle(req, res)) return countVisitor();
      if (operations(req, res)) return;
      uploads.allow(req);
      queueRequest(res, () =>
        (!this.tracking && isTrackingAddress(req.url ?? '') ? respondNotFound : this.rest)(req, res),
      );
    });
    const uploads = new SlowUploads(this.http, requestTimeoutMs);
    if (config.trustProxy !== 0) this.http.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /**
   * Starts listening, waits for the database as long as necessary, migrates it and starts the background
   * work. Returns the welcome data in demo mode.
   * @throws Error if the port is in use or the database can never be opened
   */
  async start(): Promise<DemoInfo | undefined> {
    const { config, db, log } = this;
    await this.tracking?.start();
    if (serves.api(config)) await this.serveApi();
    await this.listen();
    this.demo = await openDatabase({ config, db, log, signal: this.ending.signal });
    if (this.ending.signal.aborted) return undefined;
    registerBacklogMetrics(db);
    if (serves.work(config)) {
      const queues = queuesOf(config, log);
      this.worker =
        config.role === 'all'
          ? new WorkProcess({ config, db, log, queues })
          : startWorker(db, logJobFailure(log), queues);
    }
    this.waitingFor = undefined;
    // If preloading fails, the first request reads the data. An error during shutdown is expected.
    if (serves.api(config))
      void preload(db, Date.now(), this.ending.signal).catch(
        (err: unknown) => this.ending.signal.aborted || log.warn({ err }, 'preloading failed'),
      );
    return this.demo;
  }

  /** Returns the code for the first user while there is none, and this process serves the console. */
  async firstUserCode(): Promise<string | undefined> {
    return serves.api(this.config) && !(await this.hasUsers())
      ? firstUserCode(signingSecret(this.config))
      : undefined;
  }

  /** True if any user exists, and while the database can't tell. */
  private async hasUsers(): Promise<boolean> {
    this.usersSeen ||=
      this.waitingFor !== undefined || (await hasUsers(this.db.readOnlyTx).catch(() => true));
    return this.usersSeen;
  }

  /** Finishes requests in progress, drains acknowledged events into the database, and closes it. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.waitingFor = 'shutdown';
    const closed = new Promise<void>((resolve) => this.http.close(() => resolve()));
    this.http.closeIdleConnections();
    const forceClose = setTimeout(() => this.http.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(forceClose);
    // The rest stays on disk for the next start.
    await this.tracking?.drain(DRAIN_MS).catch(() => undefined);
    await this.tracking?.close();
    await this.worker?.stop();
    await this.db.close();
  }

  private async serveApi(): Promise<void> {
    const { config, db, log } = this;
    const app = await createApi({
      config,
      db,
      log,
      secret: signingSecret(config),
      ending: this.ending.signal,
    });
    app.use(
      consoleFiles(async () => consoleConfig(config, !(await this.hasUsers()), this.demo)),
      unmatchedRequest,
      pageFailures(log),
    );
    this.rest = app;
  }

  private listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.http.once('error', (error) => reject(listenError(error, this.config)));
      this.http.listen(this.config.port, this.config.host, () => resolve());
    });
  }
}

/** Names the variable to change after a failed listen. */
function listenError(error: Error, { host, port }: Config): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError('PORT', `${port} is taken on ${host}`);
    case 'EACCES':
      return new ConfigError('PORT', `${port} is not open to this user`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new ConfigError('HOST', `${host} is no address of this machine`);
    default:
      return error;
  }
}
