import { alertDelivery } from '../alerts';
import { createMailer, deliveryQueue, mailerOf } from '../mail';
import type { Config } from '../config';
import type { Logger } from '../http/log';
import type { OnJobError, Queue } from '../jobs';
import { resetMailQueue } from '../settings/user/reset-mail-queue';
import { postbackQueue, reachOf } from '../postbacks';
import { reportDelivery } from './report-delivery';
import { reportApi } from './report-exporter';

/** Creates the product's queues; sweeps need no configuration. */
export function queuesOf(config: Config, log: Logger): Queue[] {
  const mailer = mailerOf(config, log);
  const reach = reachOf(config.webhookAllow);
  return [
    postbackQueue({ reach, retrySeconds: config.postbackRetrySeconds }),
    resetMailQueue({ mailer: createMailer({ ...config, log }), publicUrl: config.publicUrl }),
    deliveryQueue([
      ...reportDelivery({ mailer, publicUrl: config.publicUrl, api: reportApi(config, log) }),
      alertDelivery({ mailer, reach, publicUrl: config.publicUrl }),
    ]),
  ];
}

/** Logs the failure of a job. */
export const logJobFailure =
  (log: Logger): OnJobError =>
  (err, job) =>
    log.error({ err, job }, 'a job failed and will be retried');
