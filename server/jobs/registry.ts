import { approvalsSweep } from './approvals-sweep';
import type { Sweep } from './job';
import { alertsSweep } from './alerts-sweep';
import { erasureSweep } from './erasure-sweep';
import { journeysSweep } from './journeys-sweep';
import { reportsSweep } from './reports-sweep';
import { resultsSweep } from './results-sweep';
import { retentionSweep } from './retention-sweep';
import { rollupsSweep } from './rollups-sweep';

/** What brings reports up to date, in the order in which one feeds the next. Queues are handed over by who makes what they work with. */
export const SWEEPS: readonly Sweep[] = [journeysSweep, resultsSweep, rollupsSweep];

/** All that a worker does by product: the same, and what reports don't wait for. */
export const ALL_SWEEPS: readonly Sweep[] = [
  ...SWEEPS,
  approvalsSweep,
  retentionSweep,
  erasureSweep,
  reportsSweep,
  alertsSweep,
];
