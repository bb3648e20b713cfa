export { createTracking, isTrackingAddress, type Tracking } from './tracking';
