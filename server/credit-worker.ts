import { parentPort, workerData } from 'node:worker_threads';
import { creditTasks, type CreditQuestion } from '../shared/domain/attribution';

/** Computes one task of one question in a thread of its own. */
const { task, question }: { task: keyof typeof creditTasks; question: CreditQuestion } = workerData;
parentPort?.postMessage(creditTasks[task](question));
