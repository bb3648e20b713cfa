import { Worker } from 'node:worker_threads';
import type { CreditMap, CreditQuestion } from '../../../shared/domain/attribution';
import { programOf } from '../../platform/root';

/** Memory of a computation. Beyond it the thread ends, not the process. */
const MEMORY_MB = 1024;

/** Computations wait for each other, so that at most one occupies a core and its memory. */
let last: Promise<unknown> = Promise.resolve();

function runThread(question: CreditQuestion, signal: AbortSignal): Promise<CreditMap> {
  signal.throwIfAborted();
  const { path, execArgv } = programOf('credit-worker');
  const isSource = execArgv.length > 0;
  const worker = new Worker(isSource ? `require('tsx/cjs'); require(${JSON.stringify(path)})` : path, {
    workerData: question,
    eval: isSource,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return new Promise<CreditMap>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The computation of credits ended without a result')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => worker.terminate());
}

/** Computes credits outside the event loop. Ends the thread if the signal is aborted. */
export function computeCredits(question: CreditQuestion, signal: AbortSignal): Promise<CreditMap> {
  const result = last.then(() => runThread(question, signal));
  last = result.catch(() => undefined);
  return result;
}
