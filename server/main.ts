import 'reflect-metadata';
import { checkFolders } from './config/folders';
import { ConfigError, loadConfig } from './config/config';
import { ProductServer } from './composition/product-server';
import { welcome } from './composition/welcome';
import { makePrivate } from './db/private-files';
import { describeError } from './http/describe-error';
import { createLog, logCrash } from './http/request-log';

/** Prints the reason of a failed start in one line and exits. */
function fail(error: unknown): never {
  console.error(
    error instanceof ConfigError ? error.message : `Start failed: ${describeError(error).message}`,
  );
  process.exit(1);
}

async function main(): Promise<void> {
  makePrivate();
  const config = loadConfig();
  checkFolders(config);
  logCrash(createLog(config.logLevel));
  const server = new ProductServer(config);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const demo = await server.start();
  if (!stopping) console.log(welcome(config, demo, await server.firstUserCode()));
}

main().catch(fail);
