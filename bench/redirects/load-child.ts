import { runLoad } from './load';

/** A process of its own, so that the side that asks does not share a thread with the side that answers. */
process.on('message', (load: Parameters<typeof runLoad>[0]) => {
  void runLoad(load).then((result) => process.send?.(result));
});
