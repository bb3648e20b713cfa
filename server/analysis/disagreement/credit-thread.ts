import { Worker } from 'node:worker_threads';
import {
  withIntervals,
  type creditTasks,
  type CreditMap,
  type CreditQuestion,
} from '../../../shared/domain/attribution';
import { programOf } from '../../platform/root';

/** Memory of a computation. Beyond it the thread ends, not the process. */
const MEMORY_MB = 1024;

/** Questions wait for each other, because each occupies up to two cores and their memory. */
let last: Promise<unknown> = Promise.resolve();

type CreditTasks = typeof creditTasks;

function runThread<T extends keyof CreditTasks>(
  task: T,
  question: CreditQuestion,
  signal: AbortSignal,
): Promise<ReturnType<CreditTasks[T]>> {
  signal.throwIfAborted();
  const { path, execArgv } = programOf('credit-worker');
  const isSource = execArgv.length > 0;
  const worker = new Worker(isSource ? `require('tsx/cjs'); require(${JSON.stringify(path)})` : path, {
    workerData: { task, question },
    eval: isSource,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return new Promise<ReturnType<CreditTasks[T]>>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The computation of credits ended without a result')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => worker.terminate());
}

/** Computes the intervals beside the map, because they take longer. If one fails, the other ends as well. */
async function compute(question: CreditQuestion, signal: AbortSignal): Promise<CreditMap> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    const [map, intervals] = await Promise.all([
      runThread('map', question, either),
      question.replicates > 0 ? runThread('intervals', question, either) : new Map(),
    ]);
    return withIntervals(map, intervals);
  } finally {
    ending.abort();
  }
}

/** Computes credits outside the event loop. Ends the threads if the signal is aborted. */
export function computeCredits(question: CreditQuestion, signal: AbortSignal): Promise<CreditMap> {
  const result = last.then(() => compute(question, signal));
  last = result.catch(() => undefined);
  return result;
}
