import { runLoad } from './load';

/** Separate process, because client and server must not share a thread. */
process.on('message', (load: Parameters<typeof runLoad>[0]) => {
  void runLoad(load).then((result) => process.send?.(result));
});
