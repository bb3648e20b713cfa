import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { alertDelivery } from '../alerts/send';
import { createMailer, mailerOf } from '../mail/mailer';
import { deliveryQueue } from '../mail/delivery-queue';
import { signingSecret, type Config } from '../config/config';
import { findBrowser, PdfPrinter } from '../export/pdf';
import { clientReportDelivery } from '../share/client-report-mail';
import type { Logger } from '../http/request-log';
import { releaseLeasesOf, type Queue } from '../jobs/job';
import type { OnJobError } from '../jobs/sweep-loop';
import { newDeviceDelivery } from '../settings/user/new-device-mail';
import { resetMailQueue } from '../settings/user/reset-mail-queue';
import { SealedSecrets } from '../auth/second-factor/sealed-secrets';
import { conversionQueue } from '../postbacks/conversions/conversion-queue';
import { postbackQueue } from '../postbacks/postback-queue';
import { reachOf } from '../postbacks/request';
import { reportTrafficLoad } from '../backpressure/traffic-load';
import type { Database } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';
import { hasPendingWork, type Worker } from '../sweeps';
import { reportDelivery, reportApi } from './report-delivery';
import { startProgram } from './program';

/** Creates the product's queues; sweeps need no configuration. */
export function queuesOf(config: Config, log: Logger): Queue[] {
  const mailer = mailerOf(config, log);
  const reach = reachOf(config.webhookAllow);
  const api = reportApi(config, log);
  const browser = findBrowser(config.chromiumPath, config.searchPath);
  return [
    postbackQueue({ reach, retrySeconds: config.postbackRetrySeconds }),
    conversionQueue({
      reach,
      retrySeconds: config.postbackRetrySeconds,
      secrets: new SealedSecrets(signingSecret(config), config.jwtSecretPrevious, 'conversion sender'),
    }),
    resetMailQueue({ mailer: createMailer({ ...config, log }), publicUrl: config.publicUrl }),
    deliveryQueue([
      ...reportDelivery({ mailer, reach, publicUrl: config.publicUrl, api }),
      ...clientReportDelivery({
        mailer,
        publicUrl: config.publicUrl,
        secret: signingSecret(config),
        printer: browser === null ? null : new PdfPrinter(browser),
        api,
      }),
      newDeviceDelivery({ mailer, publicUrl: config.publicUrl }),
      alertDelivery({ mailer, reach, publicUrl: config.publicUrl }),
    ]),
  ];
}

/** Logs the failure of a job. */
export const logJobFailure =
  (log: Logger): OnJobError =>
  (err, job) =>
    log.error({ err, job }, 'a job failed and will be retried');

/** Interval of checks for work while no child runs. */
const CHECK_MS = 500;
/** Pause after a failed child; doubles with each early failure. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Runtime after which a failure no longer counts as early. */
const SETTLED_MS = 60_000;
/** Time that the current step gets to finish at shutdown. */
const SHUTDOWN_MS = 30_000;

interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly queues: readonly Queue[];
}

/**
 * Runs the background work in a child process. The child starts with the server and when work is pending, and
 * restarts after a failure. It exits by itself after a minute without work.
 */
export class WorkProcess implements Worker {
  private child: ChildProcess | undefined;
  private readonly ending = new AbortController();
  private readonly watching: Promise<void>;
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly deps: Dependencies) {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    const { child } = this;
    child?.kill('SIGTERM');
    const patience = new AbortController();
    void this.pause(SHUTDOWN_MS, patience.signal).then(
      () => patience.signal.aborted || child?.kill('SIGKILL'),
    );
    await this.watching;
    patience.abort();
  }

  private async watch(): Promise<void> {
    const { signal } = this.ending;
    // Users often try the product right after the start.
    await this.work();
    while (!signal.aborted) {
      if (await this.hasWork()) await this.work();
      else await this.pause(CHECK_MS, signal);
    }
  }

  private async hasWork(): Promise<boolean> {
    const { db, queues, log } = this.deps;
    return hasPendingWork(db, queues).catch((err: unknown) => {
      if (!isDatabaseAway(err)) log.error({ err }, 'cannot check for pending work');
      return false;
    });
  }

  /** Starts the child and waits for its exit. */
  private async work(): Promise<void> {
    const { config, log } = this.deps;
    const { signal } = this.ending;
    const startedAt = Date.now();
    const child = startProgram('worker', config);
    this.child = child;
    reportTrafficLoad(child);
    let owner: unknown;
    child.once('message', (name) => (owner = name));
    if (signal.aborted) child.kill('SIGTERM');
    const how = await once(child, 'exit').then(
      ([code, by]: (number | string | null)[]) => code ?? by,
      (error: Error) => error.message,
    );
    this.child = undefined;
    if (how === 0 || signal.aborted) return;
    // A killed child releases no leases. If releasing fails here, they expire.
    if (typeof owner === 'string') await releaseLeasesOf(this.deps.db, owner).catch(() => undefined);
    this.pauseMs =
      Date.now() - startedAt >= SETTLED_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * this.pauseMs);
    log.error({ how, againAfterMs: this.pauseMs }, 'the background work exited and will restart');
    await this.pause(this.pauseMs, signal);
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
