import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Most arguments of one conversion by which its results are found. */
const MOST_ARGS = 50;

const digest = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/** What a result has of an address, however it is written: loads have it as their source wrote it. A v4 address is the same in its v6 form. */
export const ipTrait = (ip: string): string =>
  digest('ip', ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip.toLowerCase());

/** What a result has of the value of an argument. */
export const argTrait = (name: string, value: string): string => digest('arg', name, value);

/** The arguments of a conversion by their names; of a name that stands several times the first one. */
export function argsOf(query: string | null): Record<string, string> {
  const args = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query ?? '')) if (!args.has(name)) args.set(name, value);
  return Object.fromEntries(args);
}

/** All by which a result is found: its address and its arguments. @param asked an argument that is among them in any case */
export function traitsOf(
  ip: string | null,
  args: Readonly<Record<string, string>>,
  asked: string | null,
): Set<string> {
  const traits = new Set<string>(ip === null ? [] : [ipTrait(ip)]);
  const names = Object.keys(args).slice(0, MOST_ARGS);
  for (const name of asked === null ? names : [...names, asked]) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value) traits.add(argTrait(name, value));
  }
  return traits;
}
