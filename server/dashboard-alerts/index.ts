export { DashboardAlertsService as AttentionService } from './dashboard-alerts.service';
export { countRejectedClicks as refusedClicksOf, DIRECT, type RejectedEventCount as Refusal } from './rejected-events';
