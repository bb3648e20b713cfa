export { createListDocument as filedList } from './create-list-document';
export { createReportDocument as filedReport } from './create-report-document';
