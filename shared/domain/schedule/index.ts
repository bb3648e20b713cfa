export { nextDue, type Schedule } from './next-due';
