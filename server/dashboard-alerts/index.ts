export { DashboardAlertsService } from './dashboard-alerts.service';
export { countRejectedClicks, DIRECT, type RejectedEventCount } from './rejected-events';
