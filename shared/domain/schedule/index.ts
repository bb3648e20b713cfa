export { lastDue, nextDue, type Schedule } from './next-due';
