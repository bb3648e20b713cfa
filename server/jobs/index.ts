export { startWorker, type OnJobError, type Worker } from './runner';
export { settle } from './settle';
export { Lease, LeaseLostError } from './lease';
export type { Job } from './job';
