export type { OnJobError } from './loop';
export { runQueue } from './queue-loop';
export { Lease, LeaseLostError, OWNER, releaseLeasesOf } from './lease';
export { Unsuccessful, type Lane, type Queue, type QueueItem, type Sweep } from './job';
