import { ApiKey, PasswordReset, RefreshToken, RoleRight } from '../auth/auth.entities';
import { Attempt } from '../auth/attempt.entity';
import { AuditChange, AuditLog } from '../records/audit/audit.entities';
import { CreationKey } from '../records/write/creation-key.entity';
import { Erasure, ErasedPerson, ErasureSubject, PersonalKey, PlainKey } from '../erasure/erasure.entities';
import { Access, AccessRef } from '../logs/access.entity';
import { ConversionTouch } from '../logs/conversion-touch.entity';
import { Conversion } from '../logs/conversion.entity';
import { Interaction } from '../logs/interaction.entity';
import { Delivery } from '../mail/delivery.entity';
import { AdCategory } from '../settings/ad-category/ad-category.entity';
import { AdType } from '../settings/ad-type/ad-type.entity';
import { AdFee } from '../settings/ad/ad-fee.entity';
import { Ad } from '../settings/ad/ad.entity';
import { Agency } from '../settings/agency/agency.entity';
import { Asp } from '../settings/asp/asp.entity';
import { Company } from '../settings/company/company.entity';
import { Crossdomain } from '../settings/crossdomain/crossdomain.entity';
import { CvSetting } from '../settings/cv-setting/cv-setting.entity';
import { MediaCost, MediaSource } from '../settings/media-cost/media-cost.entities';
import { Note } from '../settings/note/note.entity';
import { PageLink } from '../settings/page-link/page-link.entity';
import { Product } from '../settings/product/product.entity';
import { QueryRun } from '../settings/query-run/query-run.entity';
import { ReadToken } from '../settings/read-token/read-token.entity';
import { LpoEntry, Redirect } from '../settings/redirect/redirect.entity';
import { AllocationScenario } from '../settings/allocation-scenario/allocation-scenario.entity';
import { Alert, AlertFiring } from '../settings/alert/alert.entities';
import { CustomMeasure } from '../settings/custom-measure/custom-measure.entity';
import { AnalyzeSetting } from '../settings/analyze-setting/analyze-setting.entity';
import { ReportSchedule } from '../settings/report-schedule/report-schedule.entity';
import { SavedView, SavedViewPin } from '../settings/saved-view/saved-view.entity';
import { ResetMail } from '../settings/user/reset-mail.entity';
import { User, UserProduct } from '../settings/user/user.entity';
import { PostbackHost, PostbackPace } from '../postbacks/postback-lane.entities';
import { ApprovalRun, ApprovalRunPart } from '../results/approval/run.entities';
import { Postback, PostbackAttempt } from '../results/outbox/postback.entities';
import { ResultDue, ResultHistory, ResultTrait } from '../results/result-work.entities';
import { Result } from '../results/result.entity';
import {
  BadEvent,
  FigureVersion,
  Lease,
  LogHorizon,
  MeasurementFiring,
  SettingRevision,
  SpoolOffset,
  StaleDay,
  StaleMediaDay,
  StaleVisitor,
} from '../db/work.entities';

/** All tables known to TypeORM. The catalogue describes the rollup tables instead. */
export const ENTITIES = [
  Company,
  Product,
  Asp,
  Ad,
  CvSetting,
  Redirect,
  LpoEntry,
  Crossdomain,
  ApiKey,
  Agency,
  Note,
  ReadToken,
  PageLink,
  QueryRun,
  AdCategory,
  AdType,
  AdFee,
  User,
  UserProduct,
  RefreshToken,
  PasswordReset,
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
  MediaCost,
  SavedView,
  SavedViewPin,
  ReportSchedule,
  CustomMeasure,
  Alert,
  AlertFiring,
  Interaction,
  Access,
  AccessRef,
  Conversion,
  ConversionTouch,
  Result,
  ResultHistory,
  ResultTrait,
  ResultDue,
  ApprovalRun,
  ApprovalRunPart,
  Postback,
  PostbackAttempt,
  PostbackHost,
  PostbackPace,
  StaleVisitor,
  StaleDay,
  StaleMediaDay,
  FigureVersion,
  BadEvent,
  Erasure,
  ErasureSubject,
  ErasedPerson,
  PersonalKey,
  PlainKey,
  Lease,
  LogHorizon,
  MeasurementFiring,
  SpoolOffset,
  SettingRevision,
];
