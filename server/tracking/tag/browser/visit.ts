import { forget, load, save } from './storage';

const KEY = '_ic_visit';
const THIRTY_MINUTES = 18e5;

interface Visit {
  /** Last activity, epoch milliseconds. */
  at: number;
  /** Interaction at the start of the visit, or empty. */
  iid: string;
  /** URL conversions fired in this visit. */
  fired: number[];
}

let memory: Visit | undefined;

/** Returns the current visit, which ends after 30 idle minutes, and records the activity. */
function visitNow(): Visit {
  const now = Date.now();
  const stored = load<Visit>(KEY) || memory;
  const visit =
    stored && Math.abs(now - stored.at) <= THIRTY_MINUTES ? stored : { at: now, iid: '', fired: [] };
  visit.at = now;
  return keep(visit);
}

function keep(visit: Visit): Visit {
  memory = visit;
  save(KEY, visit);
  return visit;
}

/**
 * Returns the visit's interaction. A landing replaces it by its own (`a_iid`, or a new contact by `a_ad`).
 */
export function visitInteraction(): string {
  const query = new URLSearchParams(location.search);
  const visit = visitNow();
  const iid = query.get('a_iid');
  if (iid || query.get('a_ad')) visit.iid = iid || '';
  return keep(visit).iid;
}

/** True on the first call for this CV setting in the visit. */
export function firstInVisit(setting: number): boolean {
  const visit = visitNow();
  if (visit.fired.indexOf(setting) >= 0) return false;
  visit.fired.push(setting);
  keep(visit);
  return true;
}

export function forgetVisit(): void {
  memory = undefined;
  forget(KEY);
}
