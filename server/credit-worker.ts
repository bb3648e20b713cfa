import { parentPort, workerData } from 'node:worker_threads';
import { creditTasks, type CreditQuestion } from '../shared/domain/attribution';

/** Runs one task in this thread, and sends the result to the thread that started it. */
const { task, question }: { task: keyof typeof creditTasks; question: CreditQuestion } = workerData;
parentPort?.postMessage(creditTasks[task](question));
