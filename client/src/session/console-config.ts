import { useEffect, useState } from 'react';
import type { ConsoleConfig } from '../../../shared/console-config';
import { isRecord, recordsIn } from '../../../shared/records';

const EMPTY: ConsoleConfig = {
  demo: false,
  demoAccounts: [],
  firstUser: false,
  mails: true,
  pdf: false,
  trackerUrl: '',
  undoSeconds: 0,
  postbackRetrySeconds: [],
  version: '',
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function configIn(answer: unknown): ConsoleConfig {
  if (!isRecord(answer)) return EMPTY;
  const {
    demo,
    demoAccounts,
    demoPassword,
    demoProductId,
    firstUser,
    mails,
    pdf,
    trackerUrl,
    undoSeconds,
    postbackRetrySeconds,
    version,
  } = answer;
  return {
    demo: demo === true,
    demoAccounts: recordsIn(demoAccounts).map(({ email, role }) => ({
      email: textIn(email),
      role: textIn(role),
    })),
    ...(typeof demoPassword === 'string' && { demoPassword }),
    ...(typeof demoProductId === 'number' && { demoProductId }),
    firstUser: firstUser === true,
    mails: mails !== false,
    pdf: pdf === true,
    trackerUrl: textIn(trackerUrl),
    undoSeconds: typeof undoSeconds === 'number' ? undoSeconds : 0,
    postbackRetrySeconds: Array.isArray(postbackRetrySeconds)
      ? postbackRetrySeconds.filter((seconds) => typeof seconds === 'number')
      : [],
    version: textIn(version),
  };
}

let loading: Promise<ConsoleConfig> | undefined;

async function load(): Promise<ConsoleConfig> {
  const response = await fetch('/console-config.json');
  if (!response.ok) throw new Error(`console-config.json: ${response.status}`);
  return configIn(await response.json());
}

/** Makes the next page load the configuration again. */
export const forgetConsoleConfig = (): void => void (loading = undefined);

/** Returns the server's configuration for the console, loaded once; empty until then. */
export function useConsoleConfig(): ConsoleConfig {
  const [config, setConfig] = useState(EMPTY);
  useEffect(() => {
    let isMounted = true;
    loading ??= load();
    loading.then((loaded) => isMounted && setConfig(loaded)).catch(() => (loading = undefined));
    return () => {
      isMounted = false;
    };
  }, []);
  return config;
}
