import { Initial1700000000001 } from './0001-initial';
import { Release020_1700000010002 } from './0002-release-0-2-0';
import { Release030_1700000020003 } from './0003-release-0-3-0';
import { MediaNames1700000030004 } from './0004-media-names';
import { DecisionFormats1700000040005 } from './0005-decision-formats';
import { UserAgents1700000050006 } from './0006-user-agents';
import { ProductDays1700000060007 } from './0007-product-days';
import { LogParts1700000070008 } from './0008-log-parts';
import { WaitingEvents1700000080009 } from './0009-waiting-events';
import { LongIds1700000090010 } from './0010-long-ids';
import { SharedUserAgents1700000110012 } from './0012-shared-user-agents';
import { WriterGate1700000120013 } from './0013-writer-gate';
import { ArchivedDays1700000130014 } from './0014-archived-days';
import { LogNetworks1700000140015 } from './0015-log-networks';
import { UnreadAmounts1700000150016 } from './0016-unread-amounts';
import { SettingsInUse1700000160017 } from './0017-settings-in-use';
import { LogAddresses1700000170018 } from './0018-log-addresses';
import { SecondFactors1700000190020 } from './0020-second-factors';
import { Passkeys1700000200021 } from './0021-passkeys';
import { IdentityProviders1700000210022 } from './0022-identity-providers';
import { ScimTokens1700000220023 } from './0023-scim-tokens';
import { SignInPolicies1700000230024 } from './0024-sign-in-policies';
import { Targets1700000240025 } from './0025-targets';
import { AlertConditions1700000270028 } from './0028-alert-conditions';
import { ShapleyShares1700000300031 } from './0031-shapley-shares';
import { ReportShares1700000250026 } from './0026-report-shares';
import { ScheduleChats1700000320033 } from './0033-schedule-chats';
import { JourneyMonths1700000330034 } from './0034-journey-months';
import { ConversionSenders1700000290030 } from './0030-conversion-senders';
import { MediaConversions1700000280029 } from './0029-media-conversions';
import { Experiments1700000340035 } from './0035-experiments';

/**
 * All schema migrations, in the order of the numbers in their names. Never edit a released one. The schema only
 * moves forward: to go back, restore the backup from before the upgrade instead of running `down`.
 * A migration that adds a derived table or column raises WRITER_VERSION and marks the days to compute.
 */
export const MIGRATIONS = [
  Initial1700000000001, // 0.1.0
  Release020_1700000010002, // 0.2.0
  Release030_1700000020003, // 0.3.0
  MediaNames1700000030004,
  DecisionFormats1700000040005,
  UserAgents1700000050006,
  ProductDays1700000060007,
  LogParts1700000070008,
  WaitingEvents1700000080009,
  LongIds1700000090010,
  SharedUserAgents1700000110012,
  WriterGate1700000120013,
  ArchivedDays1700000130014,
  LogNetworks1700000140015,
  UnreadAmounts1700000150016,
  SettingsInUse1700000160017,
  LogAddresses1700000170018,
  SecondFactors1700000190020,
  Passkeys1700000200021,
  IdentityProviders1700000210022,
  ScimTokens1700000220023,
  SignInPolicies1700000230024,
  Targets1700000240025,
  AlertConditions1700000270028,
  ReportShares1700000250026,
  ScheduleChats1700000320033,
  ConversionSenders1700000290030,
  MediaConversions1700000280029,
  ShapleyShares1700000300031,
  JourneyMonths1700000330034,
  Experiments1700000340035,
];
