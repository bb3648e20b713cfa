import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, instant, int, listOf, objectType, opt, text } from '../../graphql/fields';

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

@Resolver()
export class ReportScheduleResolver {
  @Query(() => [ReportScheduleType])
  reportSchedules(@Ctx() context: ApiContext): Promise<object[]> {
    return context.services.reportSchedules.list(signedIn(context));
  }

  @Query(() => [ReportRecipientType])
  reportRecipients(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
  ): Promise<object[]> {
    return context.services.reportSchedules.recipients(signedIn(context), productId);
  }

  @Query(() => [ReportDeliveryType])
  reportDeliveries(
    @Ctx() context: ApiContext,
    @Arg('scheduleId', () => Int) scheduleId: number,
  ): Promise<object[]> {
    return context.services.reportSchedules.deliveries(signedIn(context), scheduleId);
  }

  @Query(() => [ReportDeliveryType])
  reportTests(@Ctx() context: ApiContext, @Arg('viewId', () => Int) viewId: number): Promise<object[]> {
    return context.services.reportSchedules.tests(signedIn(context), viewId);
  }

  @Mutation(() => ReportScheduleType)
  createReportSchedule(
    @Ctx() context: ApiContext,
    @Arg('input', () => ReportScheduleInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.reportSchedules.create(signedIn(context), input, context.client);
  }

  @Mutation(() => ReportScheduleType)
  updateReportSchedule(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('input', () => ReportScheduleInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.reportSchedules.update(signedIn(context), id, input, context.client);
  }

  @Mutation(() => Boolean)
  deleteReportSchedule(
    @Ctx() context: ApiContext,
    @Arg('id', () => Int) id: number,
    @Arg('version', () => Int, { nullable: true }) version: number | null,
  ): Promise<boolean> {
    return context.services.reportSchedules.remove(signedIn(context), id, version, context.client);
  }

  @Mutation(() => ReportDeliveryType)
  sendReportTest(@Ctx() context: ApiContext, @Arg('viewId', () => Int) viewId: number): Promise<object> {
    return context.services.reportSchedules.send(signedIn(context), viewId);
  }
}
