import pino, { type Logger } from 'pino';

export type { Logger };

/** Creates the process log: JSON lines on standard error, because standard output belongs to the user. */
export const createLog = (level: string): Logger => pino({ level, base: null }, pino.destination(2));
