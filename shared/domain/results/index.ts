export * from './approval';
export * from './result-type';
export * from './path-results';
export * from './samples';
export * from './template';
export * from './no-postback-reason';
