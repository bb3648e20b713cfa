export { startWorker, type Worker } from './runner';
export { journeysSweep } from './journeys-sweep';
export { settle } from './settle';
export { hasPendingWork } from './pending-work';
