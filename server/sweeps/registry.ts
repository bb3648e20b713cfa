import { approvalsSweep } from './approvals-sweep';
import type { Sweep } from '../jobs/job';
import { alertsSweep } from './alerts-sweep';
import { erasureSweep } from './erasure-sweep';
import { journeysSweep } from './journeys-sweep';
import { reportsSweep } from './reports-sweep';
import { resultsSweep } from './results-sweep';
import { retentionSweep } from './retention-sweep';
import { rollupsSweep } from './rollups-sweep';

/**
 * Sweeps that update the reports, in dependency order. Queues are passed in by the code that creates their
 * dependencies.
 */
export const SWEEPS: readonly Sweep[] = [journeysSweep, resultsSweep, rollupsSweep];

/** All sweeps of a worker: the above, and those that reports don't depend on. */
export const ALL_SWEEPS: readonly Sweep[] = [
  ...SWEEPS,
  approvalsSweep,
  retentionSweep,
  erasureSweep,
  reportsSweep,
  alertsSweep,
];
