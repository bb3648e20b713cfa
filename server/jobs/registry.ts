import type { Job } from './job';
import { journeysJob } from './journeys-job';
import { rollupsJob } from './rollups-job';

/** Every background job, in the order in which one feeds the next. */
export const JOBS: readonly Job[] = [journeysJob, rollupsJob];
