export { startWorker, type Worker } from './runner';
export type { OnJobError } from './loop';
export { settle } from './settle';
export { workWaits } from './work-waits';
export { queueTurn } from './queue-turn';
export { Lease, LeaseLostError, OWNER, releaseLeasesOf } from './lease';
export type { Queue, QueueItem, Sweep } from './job';
