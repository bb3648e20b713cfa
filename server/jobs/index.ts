export { startWorker, type Worker } from '../sweeps/runner';
export type { OnJobError } from './loop';
export { journeysSweep } from '../sweeps/journeys-sweep';
export { settle } from '../sweeps/settle';
export { hasPendingWork } from '../sweeps/pending-work';
export { runQueue } from './queue-loop';
export { Lease, LeaseLostError, OWNER, releaseLeasesOf } from './lease';
export { Unsuccessful, type Lane, type Queue, type QueueItem, type Sweep } from './job';
