import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of this process's heap in use when nothing is waiting to be thrown away. */
export async function memoryInUse(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
