export { enqueueDeliveries as announce, type NewDelivery } from './enqueue-deliveries';
export { deliveryQueue, type DeliveryItem, type DeliveryKind } from './delivery-queue';
export { DoubtfulDelivery } from './doubtful-delivery';
export { MailFailure } from './mail-failure';
export { createMailer, mailerOf, type Mail, type Mailer } from './mailer';
