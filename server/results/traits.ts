import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Maximum number of arguments per conversion that become traits. */
const MAX_ARGS = 50;

const digest = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/**
 * Returns the trait of an IP address, independent of its notation: loads store it as their source wrote it. A
 * v4 address equals its v6-mapped form.
 */
export const ipTrait = (ip: string): string =>
  digest('ip', ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip.toLowerCase());

/** Returns the trait of an argument value. */
export const argTrait = (name: string, value: string): string => digest('arg', name, value);

/** Parses the arguments of a conversion by name; the first of a repeated name wins. */
export function argsOf(query: string | null): Record<string, string> {
  const args = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query ?? '')) if (!args.has(name)) args.set(name, value);
  return Object.fromEntries(args);
}

/**
 * Returns all traits of a result: its IP address and its arguments. @param required name of an argument to
 * include in any case
 */
export function traitsOf(
  ip: string | null,
  args: Readonly<Record<string, string>>,
  required: string | null,
): Set<string> {
  const traits = new Set<string>(ip === null ? [] : [ipTrait(ip)]);
  const names = Object.keys(args).slice(0, MAX_ARGS);
  for (const name of required === null ? names : [...names, required]) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value) traits.add(argTrait(name, value));
  }
  return traits;
}
