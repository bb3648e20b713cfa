export { createTracking, type Tracking, type TrackingDeps } from './tracking';
