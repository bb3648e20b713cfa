import type { Sweep } from './job';
import { journeysSweep } from './journeys-sweep';
import { resultsSweep } from './results-sweep';
import { rollupsSweep } from './rollups-sweep';

/** Every sweep, in the order in which one feeds the next. Queues are handed over by who makes what they work with. */
export const SWEEPS: readonly Sweep[] = [journeysSweep, resultsSweep, rollupsSweep];
