import { entriesOf } from '../../shared/records';
import { logs, type LogName } from '../logs/logs';
import { snake, type Naming } from './names';
import type { Relations } from './relations';
import { both, list, one, patch, post, type Route } from './route';

const interaction: Naming = { id: 'interaction_id' };
const attempt = ['at', 'url', 'requestHeaders', 'httpStatus', 'error', 'errorDetail', 'durationMs', 'answer'];

/** Deviations of a log's routes from its record. */
const logAnswers: Partial<
  Record<LogName, { readonly also?: Naming['also']; readonly relations: Relations }>
> = {
  conversions: {
    also: { lastCvAd: 'last_cv_ad_name', performanceCvAd: 'performance_cv_ad_name' },
    relations: { path: ['interactionId', 'adId', 'ad', 'time', 'share'], touches: null, latency: null },
  },
  results: {
    relations: {
      history: ['from', 'to', 'reason', 'user', 'at', 'notificationId', 'untold'],
      notifications: [
        'id',
        'kind',
        'approvalStatus',
        'url',
        'resultStatus',
        'attempts',
        'nextAt',
        'executedAt',
        'createdAt',
      ],
    },
  },
  resultQueue: { relations: { attemptLog: attempt } },
};

const routesOf = (many: LogName, single: string, path = `/logs/${snake(many)}`): Route[] => {
  const { also, relations } = logAnswers[many] ?? {};
  const naming = { id: `${snake(single)}_id`, also };
  return [list(path, many, naming), { ...one(path, single, naming), relations }];
};

/** Routes of the logs, results and postbacks. */
export const logRoutes: readonly Route[] = [
  ...entriesOf(logs).flatMap(([many, { one: single }]) => routesOf(many, single)),
  post('/ads/{id}/rehearsal', 'rehearse', 'entity', { pathNames: { id: 'adId' } }),
  post('/asps/test_postback', 'testPostback', 'entity'),
  post('/logs/refused_events/load', 'loadRefusedEvents', 'whole'),
  patch('/logs/results/{id}', 'updateResult', 'entity', { naming: { id: 'result_id' } }),
  post('/logs/results/approve', 'approveResults', 'entity', {
    ofNamed: true,
    filterNames: { result_id: 'id' },
  }),
  post('/logs/results/preview', 'approvalPreview', 'entity', {
    kind: 'query',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  }),
  post('/logs/results/undo', 'undoApproval', 'entity', { ofNamed: true }),
  post('/logs/results/import', 'importDecisions', 'entity'),
  ...both('/logs/ads', 'interactions', 'interaction', interaction),
  // The specification's name of the queue.
  ...routesOf('resultQueue', 'resultQueueItem', '/auth/log/resultQueue'),
  post('/auth/log/resultQueue/{id}/resend', 'resendPostback', 'entity', {
    naming: { id: 'result_queue_item_id' },
    relations: logAnswers.resultQueue?.relations,
  }),
  post('/auth/log/resultQueue/resend', 'resendPostbacks', 'entity', {
    filterNames: { result_queue_item_id: 'id' },
  }),
];
