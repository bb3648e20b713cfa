import { bool, inputTypeOf, int, opt, ref, text, typeOf, listOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

const SavedViewType = typeOf('SavedView');
const viewInput = ref(() => inputTypeOf('SavedViewInput'));

const ReportScheduleType = typeOf('ReportSchedule');
const ReportDeliveryType = typeOf('ReportDelivery');
const scheduleInput = ref(() => inputTypeOf('ReportScheduleInput'));

const ClientReportType = typeOf('ClientReport');
const clientReportInput = ref(() => inputTypeOf('ClientReportInput'));
const shared = { viewId: opt(int), clientReportId: opt(int) };

const PageLinkType = typeOf('PageLink');

const QueryRunType = typeOf('QueryRun');

const TestType = typeOf('AlertTest');
const alertInput = ref(() => inputTypeOf('AlertInput'));
const trial = { id: opt(int), input: alertInput };

export const viewResolver = resolver({
  savedViews: query([SavedViewType], {}, ({ services, actor, info }) =>
    services.savedViews.all(actor, {}, requestedFields(info)),
  ),
  savedView: query(SavedViewType, { code: text }, ({ services, actor, info }, { code }) =>
    services.savedViewLinks.open(actor, code, requestedFields(info)),
  ),
  createSavedView: mutation(SavedViewType, { input: viewInput }, ({ services, actor, client, info }, args) =>
    services.writes.savedViews.create(actor, { ...args.input }, client, requestedFields(info)),
  ),
  updateSavedView: mutation(
    SavedViewType,
    { id: int, input: viewInput },
    ({ services, actor, client, info }, args) =>
      services.writes.savedViews.update(
        actor,
        args.id,
        { ...args.input },
        'part',
        client,
        requestedFields(info),
      ),
  ),
  deleteSavedView: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.writes.savedViews.remove(actor, id, client, version),
  ),
  pinSavedView: mutation(
    SavedViewType,
    { id: int, pinned: bool },
    ({ services, actor, info }, { id, pinned }) =>
      services.savedViewLinks.pin(actor, id, pinned, requestedFields(info)),
  ),
  reportSchedules: query([ReportScheduleType], {}, ({ services, actor }) =>
    services.reportSchedules.list(actor),
  ),
  reportRecipients: query(
    [typeOf('ReportRecipient')],
    { productId: int },
    ({ services, actor }, { productId }) => services.reportSchedules.recipients(actor, productId),
  ),
  reportDeliveries: query([ReportDeliveryType], { scheduleId: int }, ({ services, actor }, { scheduleId }) =>
    services.reportSchedules.deliveries(actor, scheduleId),
  ),
  reportTests: query([ReportDeliveryType], { viewId: int }, ({ services, actor }, { viewId }) =>
    services.reportSchedules.tests(actor, viewId),
  ),
  createReportSchedule: mutation(
    ReportScheduleType,
    { input: scheduleInput },
    ({ services, actor, client }, args) => services.reportSchedules.create(actor, args.input, client),
  ),
  updateReportSchedule: mutation(
    ReportScheduleType,
    { id: int, input: scheduleInput },
    ({ services, actor, client }, args) =>
      services.reportSchedules.update(actor, args.id, args.input, client),
  ),
  deleteReportSchedule: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.reportSchedules.remove(actor, id, version, client),
  ),
  sendReportTest: mutation(ReportDeliveryType, { viewId: int }, ({ services, actor }, { viewId }) =>
    services.reportSchedules.send(actor, viewId),
  ),
  reportShares: query([typeOf('ReportShare')], shared, ({ services, actor }, subject) =>
    services.reportShares.list(actor, subject),
  ),
  createReportShare: mutation(
    typeOf('CreatedReportShare'),
    { ...shared, input: ref(() => inputTypeOf('ReportShareInput')) },
    ({ services, actor, client }, { input, ...subject }) =>
      services.reportShares.create(actor, subject, input, client),
  ),
  deleteReportShare: mutation(
    bool,
    { id: int, ...shared },
    ({ services, actor, client }, { id, ...subject }) =>
      services.reportShares.revoke(actor, id, subject, client),
  ),
  openReportDocument: mutation(typeOf('ReportDocument'), shared, ({ services, actor }, subject) =>
    services.documents.open(actor, subject),
  ),
  clientReports: query([ClientReportType], {}, ({ services, actor, info }) =>
    services.clientReports.all(actor, {}, requestedFields(info)),
  ),
  createClientReport: mutation(
    ClientReportType,
    { input: clientReportInput },
    ({ services, actor, client, info }, { input }) =>
      services.writes.clientReports.create(actor, { ...input }, client, requestedFields(info)),
  ),
  updateClientReport: mutation(
    ClientReportType,
    { id: int, input: clientReportInput },
    ({ services, actor, client, info }, { id, input }) =>
      services.writes.clientReports.update(actor, id, { ...input }, 'part', client, requestedFields(info)),
  ),
  deleteClientReport: mutation(
    bool,
    { id: int, version: opt(int) },
    ({ services, actor, client }, { id, version }) =>
      services.writes.clientReports.remove(actor, id, client, version),
  ),
  pageLink: query(PageLinkType, { code: text }, ({ services, actor }, { code }) =>
    services.pageLinks.open(actor, code),
  ),
  createPageLink: mutation(
    PageLinkType,
    { input: ref(() => inputTypeOf('PageLinkInput')) },
    ({ services, actor }, { input }) => services.pageLinks.create(actor, input),
  ),
  queryRuns: query([QueryRunType], {}, ({ services, actor }) => services.queryRuns.list(actor)),
  keepQueryRun: mutation(
    QueryRunType,
    { input: ref(() => inputTypeOf('QueryRunInput')) },
    ({ services, actor }, { input }) => services.queryRuns.keep(actor, input),
  ),
  forgetQueryRuns: mutation(int, { ids: opt(listOf(int)) }, ({ services, actor }, { ids }) =>
    services.queryRuns.forget(actor, ids),
  ),
  alertHistory: query(typeOf('AlertHistory'), { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.history(actor, id),
  ),
  alertTest: query(TestType, { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.test(actor, id),
  ),
  alertTrial: query(TestType, trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.test(actor, { id, input: { ...input } }, client),
  ),
  sendAlertTest: mutation(typeOf('AlertSent'), trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.send(actor, { id, input: { ...input } }, client),
  ),
});
