import { ApiKey, PasswordReset, RefreshToken, RoleRight, Attempt } from '../auth/auth.entities';
import { RecoveryCode, SecondFactor, SignInPolicy } from '../auth/second-factor/second-factor.entities';
import { Passkey } from '../auth/passkeys/passkey.entity';
import { IdentityDomain, IdentityProvider, ProviderSession, UserIdentity } from '../auth/oidc/oidc.entities';
import { AuditChange, AuditLog } from '../records/audit/audit.entities';
import { CreationKey } from '../records/write/idempotent-create';
import { Erasure, ErasedPerson, ErasureSubject, PersonalKey, PlainKey } from '../erasure/erasure.entities';
import { Access, AccessRef, UserAgent, ClickKey, Interaction } from '../logs/visit.entities';
import {
  ConversionAmendment,
  ConversionMatch,
  ConversionTouch,
  Conversion,
} from '../logs/conversion.entities';
import { Delivery } from '../mail/delivery.entity';
import { AdFee } from '../settings/ad/ad-fee.entity';
import { MediaCost, MediaName, MediaSource } from '../settings/media-cost/media-cost.entities';
import { PageLink } from '../settings/page-link/page-link.entity';
import { PostbackSource } from '../settings/postback-source/postback-source.entity';
import { QueryRun } from '../settings/query-run/query-run.entity';
import { ReadToken } from '../settings/read-token/read-token.entity';
import { LpoEntry } from '../settings/redirect/redirect.entity';
import { ScimToken } from '../settings/scim-token/scim-token.entity';
import { ConversionSenderCv } from '../settings/conversion-sender/conversion-sender.entity';
import { ExperimentAd } from '../settings/experiment/experiment.entity';
import { AlertFiring } from '../settings/alert';
import { AllocationScenario } from '../settings/allocation-scenario';
import { AnalyzeSetting } from '../settings/analyze-setting/analyze-setting.entity';
import { ClientReport } from '../settings/client-report/client-report.entity';
import { OutsideRecipient } from '../settings/client-report/outside-recipient.entity';
import { ReportShare } from '../settings/share/report-share.entity';
import { ReportSchedule } from '../settings/report-schedule/report-schedule.entity';
import { SavedView, SavedViewPin } from '../settings/saved-view/saved-view.entity';
import { ResetMail } from '../settings/user/reset-mail.entity';
import { settingEntries } from '../settings/settings';
import { UserProduct } from '../settings/user/user.entity';
import { PostbackHost, PostbackPace } from '../postbacks/postback-lane.entities';
import { DecisionFormat } from '../results/approval/decision-formats';
import { ApprovalRun, ApprovalRunPart } from '../results/approval/run.entities';
import {
  ConversionAttempt,
  ConversionBatch,
  ConversionSend,
} from '../results/outbox/conversion-send.entities';
import { Postback, PostbackAttempt } from '../results/outbox/postback.entities';
import { ReportedStatus, ResultDue, ResultHistory, ResultTrait, Result } from '../results/result.entities';
import {
  ArchivedDay,
  BadEvent,
  FigureVersion,
  JourneyMonth,
  JourneyMonthMark,
  Lease,
  LogHorizon,
  MeasurementFiring,
  SeenCount,
  SettingRevision,
  SpoolOffset,
  StaleDay,
  StaleMediaDay,
  StaleVisitor,
  WaitingEvent,
  WriterGate,
} from '../db/work.entities';

/** All tables known to TypeORM: those of the settings, and the others. The catalogue describes the rollup tables instead. */
export const ENTITIES = [
  ...settingEntries.map(([, { target }]) => target),
  LpoEntry,
  ApiKey,
  PostbackSource,
  ReadToken,
  ScimToken,
  PageLink,
  QueryRun,
  AdFee,
  UserProduct,
  RefreshToken,
  PasswordReset,
  SecondFactor,
  RecoveryCode,
  SignInPolicy,
  Passkey,
  IdentityProvider,
  IdentityDomain,
  UserIdentity,
  ProviderSession,
  ResetMail,
  Delivery,
  Attempt,
  RoleRight,
  AuditLog,
  AuditChange,
  CreationKey,
  AnalyzeSetting,
  AllocationScenario,
  MediaSource,
  MediaName,
  MediaCost,
  SavedView,
  SavedViewPin,
  ReportSchedule,
  ClientReport,
  OutsideRecipient,
  ReportShare,
  AlertFiring,
  Interaction,
  Access,
  AccessRef,
  UserAgent,
  ClickKey,
  Conversion,
  ConversionAmendment,
  ConversionMatch,
  ConversionTouch,
  Result,
  ResultHistory,
  ResultTrait,
  ResultDue,
  ReportedStatus,
  ApprovalRun,
  ApprovalRunPart,
  DecisionFormat,
  Postback,
  PostbackAttempt,
  PostbackHost,
  PostbackPace,
  ConversionSenderCv,
  ExperimentAd,
  ConversionSend,
  ConversionBatch,
  ConversionAttempt,
  StaleVisitor,
  WaitingEvent,
  StaleDay,
  StaleMediaDay,
  FigureVersion,
  JourneyMonth,
  JourneyMonthMark,
  BadEvent,
  Erasure,
  ErasureSubject,
  ErasedPerson,
  PersonalKey,
  PlainKey,
  Lease,
  ArchivedDay,
  LogHorizon,
  MeasurementFiring,
  SeenCount,
  SpoolOffset,
  SettingRevision,
  WriterGate,
];
