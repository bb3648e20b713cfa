export { createTracking, type Tracking } from './tracking';
