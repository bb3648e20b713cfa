import { ApiKey, PasswordReset, RefreshToken, RoleRight } from '../auth/auth.entities';
import { Attempt } from '../auth/attempt.entity';
import { AuditChange, AuditLog } from '../crud/audit/audit.entities';
import { CreationKey } from '../crud/write/creation-key.entity';
import { Erasure, ErasedPerson, ErasureSubject, PersonalKey, PlainKey } from '../erasure/erasure.entities';
import { Access, AccessRef } from '../logs/access.entity';
import { ConversionTouch } from '../logs/conversion-touch.entity';
import { Conversion } from '../logs/conversion.entity';
import { Interaction } from '../logs/interaction.entity';
import { Delivery } from '../mail/delivery.entity';
import { AdCategory } from '../modules/ad-category/ad-category.entity';
import { AdType } from '../modules/ad-type/ad-type.entity';
import { AdFee } from '../modules/ad/ad-fee.entity';
import { Ad } from '../modules/ad/ad.entity';
import { Agency } from '../modules/agency/agency.entity';
import { Asp } from '../modules/asp/asp.entity';
import { Company } from '../modules/company/company.entity';
import { Crossdomain } from '../modules/crossdomain/crossdomain.entity';
import { CvSetting } from '../modules/cv-setting/cv-setting.entity';
import { MediaCost, MediaSource } from '../modules/media-cost/media-cost.entities';
import { Note } from '../modules/note/note.entity';
import { PageLink } from '../modules/page-link/page-link.entity';
import { Product } from '../modules/product/product.entity';
import { QueryRun } from '../modules/query-run/query-run.entity';
import { ReadToken } from '../modules/read-token/read-token.entity';
import { LpoEntry, Redirect } from '../modules/redirect/redirect.entity';
import { AllocationScenario } from '../modules/allocation-scenario/allocation-scenario.entity';
import { Alert, AlertFiring } from '../modules/alert/alert.entities';
import { CustomMeasure } from '../modules/custom-measure/custom-measure.entity';
import { AnalyzeSetting } from '../modules/analyze-setting/analyze-setting.entity';
import { ReportSchedule } from '../modules/report-schedule/report-schedule.entity';
import { SavedView, SavedViewPin } from '../modules/saved-view/saved-view.entity';
import { ResetMail } from '../modules/user/reset-mail.entity';
import { User, UserProduct } from '../modules/user/user.entity';
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
} from './work.entities';

/** Settings that the tracking side works by: saving one counts the revision up. */
export const TRACKED_SETTINGS = [
  Company,
  Product,
  Asp,
  Ad,
  CvSetting,
  Redirect,
  LpoEntry,
  Crossdomain,
  ApiKey,
];

/** Every table that TypeORM knows. The rollup tables are described by the catalogue instead. */
export const ENTITIES = [
  ...TRACKED_SETTINGS,
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
