export { alertDelivery } from './alert-delivery';
export { AlertTrialService } from './alert-trial.service';
export { AlertService } from './alerts.service';
