import { bool, inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const ReportScheduleType = typeOf('ReportSchedule');
const ReportDeliveryType = typeOf('ReportDelivery');
const input = ref(() => inputTypeOf('ReportScheduleInput'));

export const ReportScheduleResolver = resolver({
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
