export * from './models';
export * from './shares';
