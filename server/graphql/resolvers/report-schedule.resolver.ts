import { bool, inputType, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const ReportScheduleType = objectType('ReportSchedule', {
  id: int,
  viewId: int,
  viewTitle: text,
  productId: int,
  every: text,
  weekday: opt(int),
  dayOfMonth: opt(int),
  hour: int,
  recipients: listOf(int),
  paused: bool,
  pausedReason: opt(text),
  own: bool,
  userName: opt(text),
  nextAt: opt(instant),
  lastAt: opt(instant),
  lastOutcome: opt(text),
  updatedAt: instant,
  version: int,
});
const ReportDeliveryType = objectType('ReportDelivery', {
  id: text,
  userName: opt(text),
  test: bool,
  forTime: instant,
  outcome: opt(text),
  reason: opt(text),
  attempts: int,
  nextAt: opt(instant),
  endedAt: opt(instant),
});
const ReportRecipientType = objectType('ReportRecipient', { id: int, label: text });
const ReportScheduleInputType = inputType('ReportScheduleInput', {
  viewId: opt(int),
  every: opt(text),
  weekday: opt(int),
  dayOfMonth: opt(int),
  hour: opt(int),
  recipients: opt(listOf(int)),
  paused: opt(bool),
  version: opt(int),
});
const input = ref(() => ReportScheduleInputType);

export const ReportScheduleResolver = resolver({
  reportSchedules: query([ReportScheduleType], {}, ({ services, actor }) =>
    services.reportSchedules.list(actor),
  ),
  reportRecipients: query([ReportRecipientType], { productId: int }, ({ services, actor }, { productId }) =>
    services.reportSchedules.recipients(actor, productId),
  ),
  reportDeliveries: query([ReportDeliveryType], { scheduleId: int }, ({ services, actor }, { scheduleId }) =>
    services.reportSchedules.deliveries(actor, scheduleId),
  ),
  reportTests: query([ReportDeliveryType], { viewId: int }, ({ services, actor }, { viewId }) =>
    services.reportSchedules.tests(actor, viewId),
  ),
  createReportSchedule: mutation(ReportScheduleType, { input }, ({ services, actor, client }, args) =>
    services.reportSchedules.create(actor, args.input, client),
  ),
  updateReportSchedule: mutation(
    ReportScheduleType,
    { id: int, input },
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
});
