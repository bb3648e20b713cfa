import { forget, load, save } from './storage';

const KEY = '_ic_visit';
const THIRTY_MINUTES = 18e5;

interface Visit {
  /** Last activity, epoch milliseconds. */
  at: number;
  /** Interaction that the visit began with, or empty. */
  iid: string;
  /** URL conversions that this visit has fired. */
  fired: number[];
}

let memory: Visit | undefined;

/** The visit of now: its gaps are at most 30 minutes. Notes that the visitor is active. */
function visitNow(): Visit {
  const now = Date.now();
  const kept = load<Visit>(KEY) || memory;
  const visit = kept && Math.abs(now - kept.at) <= THIRTY_MINUTES ? kept : { at: now, iid: '', fired: [] };
  visit.at = now;
  return keep(visit);
}

function keep(visit: Visit): Visit {
  memory = visit;
  save(KEY, visit);
  return visit;
}

/** The visit's interaction; a landing's own (`a_iid`, or a new contact by `a_ad`) takes its place. */
export function visitInteraction(): string {
  const query = new URLSearchParams(location.search);
  const visit = visitNow();
  const iid = query.get('a_iid');
  if (iid || query.get('a_ad')) visit.iid = iid || '';
  return keep(visit).iid;
}

/** True the first time in the visit that this CV setting asks. */
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
