export * from './acquisition';
export * from './comparison';
export * from './period';
export * from './report-days';
