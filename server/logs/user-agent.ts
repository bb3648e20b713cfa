import Bowser from 'bowser';

/** Operating system and browser of a user agent; unknown parts are null. */
export interface AgentFacts {
  readonly os: string | null;
  readonly osVer: string | null;
  readonly browser: string | null;
  readonly browserVer: string | null;
}

const nothing: AgentFacts = { os: null, osVer: null, browser: null, browserVer: null };

/** Parses a user agent. */
export function agentFacts(ua: unknown): AgentFacts {
  if (typeof ua !== 'string' || ua === '') return nothing;
  const { os, browser } = Bowser.parse(ua);
  return {
    os: os.name ?? null,
    osVer: os.version ?? null,
    browser: browser.name ?? null,
    browserVer: browser.version ?? null,
  };
}
