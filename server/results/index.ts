export { isResultDue } from './making/due-conversions';
export { releaseOrphans, ResultHold } from './making/hold';
export { queueUnmade } from './making/queue-unmade';
export { makeResults, makeResultsOf } from './making/make-results';
