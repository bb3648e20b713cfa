export * from './fees';
export * from './allocation';
export * from './simulation-items';
export * from './simulation';
export * from './cost-changes';
