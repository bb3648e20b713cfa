import pino, { type Logger } from 'pino';

export type { Logger };

/** The process's own log: JSON lines on standard error, so that standard output stays the user's. */
export const createLog = (level: string): Logger => pino({ level, base: null }, pino.destination(2));
