export { alertDelivery } from './alert-delivery';
export { AlertService } from './alerts.service';
