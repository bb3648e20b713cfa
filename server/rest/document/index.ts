export { filedList } from './filed-list';
export { filedReport } from './filed-report';
