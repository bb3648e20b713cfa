export * from './first';
export * from './guide';
export * from './management';
export * from './server';
export * from './signed-in';
export * from './summing';
