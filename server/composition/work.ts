import { createMailer } from '../auth/mailer';
import type { Config } from '../config';
import type { Logger } from '../http/log';
import type { OnJobError, Queue } from '../jobs';
import { resetMailQueue } from '../modules/user/reset-mail-queue';
import { postbackQueue, reachOf } from '../postbacks';

/** The queues of the product; sweeps need nothing. */
export const queuesOf = (config: Config, log: Logger): Queue[] => [
  postbackQueue({ reach: reachOf(config.webhookAllow), retrySeconds: config.postbackRetrySeconds }),
  resetMailQueue({ mailer: createMailer({ ...config, log }), publicUrl: config.publicUrl }),
];

/** Tells what went wrong in a job. */
export const tellFailure =
  (log: Logger): OnJobError =>
  (err, job) =>
    log.error({ err, job }, 'a job failed and will be tried again');
