import { resolve, join } from 'node:path';
import { isIP } from 'node:net';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { OPEN_DAYS } from '../../shared/domain/retention';
import { messageOf, errorCode } from '../platform/errors';

/** Location of the database. */
export type DatabaseTarget = SqliteTarget | MysqlTarget;

export interface SqliteTarget {
  kind: 'sqlite';
  path: string;
}

export interface MysqlTarget {
  kind: 'mysql';
  hosts: { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
}

/**
 * Parses `mysql://user:pass@host:port,host2:port/db` or `sqlite:PATH`.
 * @throws TypeError for anything else
 */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (/^sqlite:./.test(url)) return { kind: 'sqlite', path: url.slice('sqlite:'.length) };
  const match = /^(?:mysql|mariadb):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/([^/?#]+)$/.exec(url);
  if (!match) throw new TypeError('must be mysql://user:pass@host:port/db or sqlite:PATH');
  const [, user = '', password = '', hosts = '', database = ''] = match;
  return {
    kind: 'mysql',
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: decodeURIComponent(database),
    hosts: hosts.split(',').map(hostAndPort),
  };
}

/** Parses `host`, `host:port` or, for IPv6, `[address]:port`. */
function hostAndPort(entry: string): { host: string; port: number } {
  const [, address, name = '', port = '3306'] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const host = address ?? name;
  if (host === '' || Number(port) < 1 || Number(port) > 65535)
    throw new TypeError(`${JSON.stringify(entry)} must be a host, or host:port with a port from 1 to 65535`);
  return { host, port: Number(port) };
}

/** Splits `10.0.0.0/8` or a single address; undefined for anything else. Leading zeros are rejected. */
function parseCidr(text: string): { address: string; bits: number } | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return undefined;
  const most = family === 4 ? 32 : 128;
  if (bits === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined;
}

/** Parses TRUST_PROXY: a number of hops, or CIDRs; undefined for anything else. */
function parseHops(text: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => parseCidr(entry) !== undefined) ? entries : undefined;
}

/** Error that prevents the start: one line with the variable and its rule. */
export class ConfigError extends Error {
  constructor(variable: string, rule: string) {
    super(`${variable}: ${rule}`);
    this.name = 'ConfigError';
  }
}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const origin = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  }, 'must be an http or https address without query')
  .transform((text) => text.replace(/\/+$/, ''));

const list = (rule: string, valid: (entry: string) => boolean) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(valid), rule);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const cidrs = list('must be addresses or CIDRs, comma-separated', (entry) => parseCidr(entry) !== undefined);

/** Minimum length of an HS256 key in bytes (RFC 7518, 3.2): a shorter one can be guessed from any token. */
const SECRET_BYTES = 32;

/** All environment variables with their rules and defaults. */
export const variables = z.object({
  PORT: whole(1, 65535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  ARCHIVE_AFTER_DAYS: whole(OPEN_DAYS, 36_500).optional(),
  ARCHIVE_DIR: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  DATABASE_PASSWORD: z.string().optional(),
  ROLE: oneOf(['all', 'api', 'collector', 'worker']).default('all'),
  PUBLIC_URL: origin.optional(),
  TRACKER_URL: origin.optional(),
  TRUST_PROXY: z
    .string()
    .default('0')
    .refine((text) => parseHops(text) !== undefined, 'must be a number of hops or CIDRs, comma-separated'),
  JWT_SECRET: z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) >= SECRET_BYTES,
      `must have at least ${SECRET_BYTES} bytes (openssl rand -hex 32 makes one)`,
    )
    .optional(),
  JWT_SECRET_PREVIOUS: z.string().optional(),
  DEMO: oneOf(['0', '1']).optional(),
  CLICK_FSYNC: oneOf(['interval', 'group']).default('interval'),
  SEGMENT_DAYS: whole(0, 365).default(7),
  WEBHOOK_ALLOW: cidrs.default([]),
  POSTBACK_RETRY_SECONDS: list('must be whole seconds, comma-separated', (entry) => /^\d{1,7}$/.test(entry))
    .transform((entries) => entries.map(Number))
    .default([60, 300, 1800, 7200, 43200]),
  UNDO_SECONDS: whole(0, 86400).default(60),
  RATE_LIMIT: whole(1, 1_000_000).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an smtp:// or smtps:// address')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an email address, or a name and <address>',
    )
    .default('Inflow Console <no-reply@localhost>'),
  METRICS_TOKEN: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Role = 'all' | 'api' | 'collector' | 'worker';

/** Validated configuration of a process, with defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Absolute folder of the embedded database, click segments and secrets. */
  dataDir: string;
  database: DatabaseTarget;
  /** Folder of archived logs, and the age of the days to archive in days. */
  archive: { dir: string; afterDays: number | null };
  role: Role;
  /** Address of console and API, without a trailing slash. */
  publicUrl: string;
  /** Address of the tracking endpoints, without a trailing slash. */
  trackerUrl: string;
  /** Proxies in front of the process: their number or their addresses. */
  trustProxy: number | string[];
  /** Empty on the embedded database: the server then generates one and stores it in dataDir. */
  jwtSecret?: string | undefined;
  /** The signing secret before its last change, which still decrypts second factors. */
  jwtSecretPrevious?: string | undefined;
  demo: boolean;
  clickFsync: 'interval' | 'group';
  /** Days that stored segments of the event log are kept for a replay; 0 keeps none. */
  segmentDays: number;
  webhookAllow: string[];
  postbackRetrySeconds: number[];
  undoSeconds: number;
  /** Requests per IP and second on the tracking endpoints; unlimited if absent. */
  rateLimit?: number | undefined;
  smtpUrl?: string | undefined;
  mailFrom: string;
  metricsToken?: string | undefined;
  /** Browser that prints PDF files: a path, a name in `searchPath`, or `none`; absent: one of the usual names. */
  chromiumPath?: string | undefined;
  /** Folders of programs, as in PATH. */
  searchPath?: string | undefined;
  logLevel: string;
}

function target(url: string | undefined, password: string | undefined, dataDir: string): DatabaseTarget {
  if (url === undefined) return { kind: 'sqlite', path: resolve(dataDir, 'inflow.db') };
  try {
    const parsed = parseDatabaseUrl(url);
    if (parsed.kind === 'sqlite') return { kind: 'sqlite', path: resolve(parsed.path) };
    return password === undefined ? parsed : { ...parsed, password };
  } catch (error) {
    throw new ConfigError('DATABASE_URL', messageOf(error));
  }
}

/**
 * Loads the configuration from the environment. No other module reads it. An empty variable counts as absent.
 * @throws ConfigError for the first variable that is wrong or missing
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'is not valid');
  }
  const v = parsed.data;
  const database = target(v.DATABASE_URL, v.DATABASE_PASSWORD, v.DATA_DIR);
  if (database.kind === 'mysql' && !v.JWT_SECRET) {
    throw new ConfigError(
      'JWT_SECRET',
      'is required with a MySQL database (a long random text, the same on every process)',
    );
  }
  const demo = v.DEMO === undefined ? v.DATABASE_URL === undefined : v.DEMO === '1';
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  return {
    port: v.PORT,
    host: v.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(v.DATA_DIR),
    database,
    archive: {
      dir: resolve(v.ARCHIVE_DIR ?? join(v.DATA_DIR, 'archive')),
      afterDays: v.ARCHIVE_AFTER_DAYS ?? null,
    },
    role: v.ROLE,
    publicUrl,
    trackerUrl: v.TRACKER_URL ?? publicUrl,
    trustProxy: parseHops(v.TRUST_PROXY) ?? 0,
    jwtSecret: v.JWT_SECRET,
    jwtSecretPrevious: v.JWT_SECRET_PREVIOUS,
    demo,
    clickFsync: v.CLICK_FSYNC,
    segmentDays: v.SEGMENT_DAYS,
    webhookAllow: v.WEBHOOK_ALLOW,
    postbackRetrySeconds: v.POSTBACK_RETRY_SECONDS,
    undoSeconds: v.UNDO_SECONDS,
    rateLimit: v.RATE_LIMIT,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    metricsToken: v.METRICS_TOKEN,
    chromiumPath: v.CHROMIUM_PATH,
    searchPath: present.PATH,
    logLevel: v.LOG_LEVEL,
  };
}

/** Loads the configuration of a command. Commands sign no tokens, so JWT_SECRET does not matter. */
export const loadCommandConfig = (env: Record<string, string | undefined> = process.env): Config =>
  loadConfig({ ...env, JWT_SECRET: 'not used by commands'.padEnd(SECRET_BYTES, '.') });

/**
 * Returns the secret that signs tokens: the configured one, or one generated at the first start and stored in
 * DATA_DIR.
 * @throws ConfigError if the stored secret is damaged
 */
export function signingSecret(config: Config): string {
  if (config.jwtSecret) return config.jwtSecret;
  const path = join(config.dataDir, 'jwt-secret');
  mkdirSync(config.dataDir, { recursive: true });
  try {
    // `wx` creates it only once, even if several processes start at the same time.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stored = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(stored) < SECRET_BYTES)
    throw new ConfigError('DATA_DIR', `${path} holds no valid secret; delete the file to generate a new one`);
  return stored;
}
