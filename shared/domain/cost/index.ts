export * from './fees';
export * from './allocation';
export * from './simulation';
export * from './spread';
