import { Initial1700000000001 } from './0001-initial';
import { Management1700000000002 } from './0002-management';
import { PostingUrls1700000000003 } from './0003-posting-urls';
import { SignIn1700000000004 } from './0004-sign-in';
import { Backlog1700000000005 } from './0005-backlog';
import { Invitations1700000000006 } from './0006-invitations';
import { Measurement1700000000007 } from './0007-measurement';
import { FigureVersion1700000000008 } from './0008-figure-version';
import { Results1700000000009 } from './0009-results';
import { PostbackLanes1700000000010 } from './0010-postback-lanes';
import { LongClickIds1700000000011 } from './0011-long-click-ids';
import { LogRetention1700000000012 } from './0012-log-retention';
import { Cohorts1700000000013 } from './0013-cohorts';
import { AllocationScenarios1700000000014 } from './0014-allocation-scenarios';
import { Privacy1700000000015 } from './0015-privacy';
import { LogCounts1700000000016 } from './0016-log-counts';
import { AdPage1700000000017 } from './0017-ad-page';
import { MediaCosts1700000000018 } from './0018-media-costs';
import { Deliveries1700000000019 } from './0019-deliveries';
import { Alerts1700000000020 } from './0020-alerts';
import { ApprovalRuns1700000000021 } from './0021-approval-runs';
import { NotesAndReadTokens1700000000022 } from './0022-notes-and-read-tokens';
import { AddressesByDay1700000000025 } from './0025-addresses-by-day';
import { ErasureSubjects1700000000026 } from './0026-erasure-subjects';
import { QueryRuns1700000000028 } from './0028-query-runs';
import { PageLinks1700000000029 } from './0029-page-links';
import { AlertFromDay1700000000030 } from './0030-alert-from-day';
import { StoredEvents1700000000031 } from './0031-stored-events';
import { CreationKeys1700000000032 } from './0032-creation-keys';
import { AdMonths1700000000033 } from './0033-ad-months';

/**
 * All schema migrations, oldest first. Never edit a released one. The schema only moves forward: to go back,
 * restore the backup from before the upgrade, whatever a single `down` does.
 */
export const MIGRATIONS = [
  Initial1700000000001,
  Management1700000000002,
  PostingUrls1700000000003,
  SignIn1700000000004,
  Backlog1700000000005,
  Invitations1700000000006,
  Measurement1700000000007,
  FigureVersion1700000000008,
  Results1700000000009,
  PostbackLanes1700000000010,
  LongClickIds1700000000011,
  LogRetention1700000000012,
  Cohorts1700000000013,
  AllocationScenarios1700000000014,
  Privacy1700000000015,
  LogCounts1700000000016,
  AdPage1700000000017,
  MediaCosts1700000000018,
  Deliveries1700000000019,
  Alerts1700000000020,
  ApprovalRuns1700000000021,
  NotesAndReadTokens1700000000022,
  AddressesByDay1700000000025,
  ErasureSubjects1700000000026,
  QueryRuns1700000000028,
  PageLinks1700000000029,
  AlertFromDay1700000000030,
  StoredEvents1700000000031,
  CreationKeys1700000000032,
  AdMonths1700000000033,
];
