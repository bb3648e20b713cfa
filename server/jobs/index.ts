export { startWorker, type Worker } from './runner';
export type { OnJobError } from './loop';
export { journeysSweep } from './journeys-sweep';
export { settle } from './settle';
export { hasPendingWork } from './pending-work';
export { runQueue } from './queue-loop';
export { Lease, LeaseLostError, OWNER, releaseLeasesOf } from './lease';
export { Unsuccessful, type Lane, type Queue, type QueueItem, type Sweep } from './job';
