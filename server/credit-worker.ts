import { parentPort, workerData } from 'node:worker_threads';
import { creditMap, type CreditQuestion } from '../shared/domain/attribution';

/** Computes the credits of one question in a thread of its own. */
const question: CreditQuestion = workerData;
parentPort?.postMessage(creditMap(question));
