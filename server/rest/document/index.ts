export { createListDocument as filedList } from './filed-list';
export { createReportDocument as filedReport } from './filed-report';
