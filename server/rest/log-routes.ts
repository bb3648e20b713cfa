import { entriesOf } from '../../shared/records';
import { logs, type LogName } from '../logs/logs';
import { snake, type Naming } from './names';
import type { Relations } from './relations';
import { both, list, one, type Route } from './route';

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
  {
    method: 'post',
    path: '/ads/{id}/rehearsal',
    operation: 'rehearse',
    kind: 'mutation',
    answer: 'entity',
    pathNames: { id: 'adId' },
  },
  {
    method: 'post',
    path: '/asps/test_postback',
    operation: 'testPostback',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'post',
    path: '/logs/refused_events/load',
    operation: 'loadRefusedEvents',
    kind: 'mutation',
    answer: 'whole',
  },
  {
    method: 'patch',
    path: '/logs/results/{id}',
    operation: 'updateResult',
    kind: 'mutation',
    answer: 'entity',
    naming: { id: 'result_id' },
  },
  {
    method: 'post',
    path: '/logs/results/approve',
    operation: 'approveResults',
    kind: 'mutation',
    answer: 'entity',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  },
  {
    method: 'post',
    path: '/logs/results/preview',
    operation: 'approvalPreview',
    kind: 'query',
    answer: 'entity',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  },
  {
    method: 'post',
    path: '/logs/results/undo',
    operation: 'undoApproval',
    kind: 'mutation',
    answer: 'entity',
    ofNamed: true,
  },
  {
    method: 'post',
    path: '/logs/results/import',
    operation: 'importDecisions',
    kind: 'mutation',
    answer: 'entity',
  },
  ...both('/logs/ads', 'interactions', 'interaction', interaction),
  // The specification's name of the queue.
  ...routesOf('resultQueue', 'resultQueueItem', '/auth/log/resultQueue'),
  {
    method: 'post',
    path: '/auth/log/resultQueue/{id}/resend',
    operation: 'resendPostback',
    kind: 'mutation',
    answer: 'entity',
    naming: { id: 'result_queue_item_id' },
    relations: logAnswers.resultQueue?.relations,
  },
  {
    method: 'post',
    path: '/auth/log/resultQueue/resend',
    operation: 'resendPostbacks',
    kind: 'mutation',
    answer: 'entity',
    filterNames: { result_queue_item_id: 'id' },
  },
];
