import { create, get, patch, post, put, remove, type Route, several } from './route';

/** Routes of custom items, alerts, allocation scenarios and media costs. */
export const analysisRoutes: readonly Route[] = [
  get('/ad/analyze-settings', 'analyzeSettings', 'whole'),
  put('/ad/analyze-settings', 'updateAnalyzeSettings', 'whole', { body: several('settings') }),
  remove('/ad/analyze-settings/{item}', 'resetAnalyzeSetting'),
  get('/alerts/{id}/history', 'alertHistory', 'entity'),
  get('/alerts/{id}/test', 'alertTest', 'entity'),
  ...['', '/{id}'].flatMap((one): Route[] => [
    post(`/alerts${one}/try`, 'alertTrial', 'entity', { kind: 'query' }),
    post(`/alerts${one}/send`, 'sendAlertTest', 'entity'),
  ]),
  get('/allocation-scenarios', 'allocationScenarios', 'whole'),
  create('/allocation-scenarios', 'createAllocationScenario'),
  put('/allocation-scenarios/{id}', 'updateAllocationScenario', 'entity'),
  remove('/allocation-scenarios/{id}', 'deleteAllocationScenario'),
  get('/media-sources', 'mediaSources', 'whole'),
  get('/media-costs', 'mediaCostDays', 'whole'),
  get('/media-costs/ads', 'mediaCosts', 'whole'),
  post('/media-costs/import', 'importMediaCosts', 'entity'),
  remove('/media-costs', 'deleteMediaCosts'),
];

/** Routes of saved views and report schedules. */
export const savedViewRoutes: readonly Route[] = [
  get('/saved-views', 'savedViews', 'whole'),
  get('/saved-views/{code}', 'savedView', 'entity'),
  create('/saved-views', 'createSavedView'),
  patch('/saved-views/{id}', 'updateSavedView', 'entity'),
  remove('/saved-views/{id}', 'deleteSavedView'),
  put('/saved-views/{id}/pin', 'pinSavedView', 'entity'),
  get('/report-schedules', 'reportSchedules', 'whole'),
  get('/report-schedules/recipients', 'reportRecipients', 'whole'),
  create('/report-schedules', 'createReportSchedule', { ofNamed: true }),
  patch('/report-schedules/{id}', 'updateReportSchedule', 'entity'),
  remove('/report-schedules/{id}', 'deleteReportSchedule'),
  create('/saved-views/{id}/send', 'sendReportTest', { pathNames: { id: 'viewId' } }),
  get('/saved-views/{id}/tests', 'reportTests', 'whole', { pathNames: { id: 'viewId' } }),
  get('/report-schedules/{id}/deliveries', 'reportDeliveries', 'whole', { pathNames: { id: 'scheduleId' } }),
];
