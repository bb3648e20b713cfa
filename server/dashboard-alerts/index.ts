export { AttentionService } from './dashboard-alerts.service';
export { refusedClicksOf, DIRECT, type Refusal } from './rejected-events';
