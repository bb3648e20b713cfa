import { int, typeOf } from '../fields';
import { query, resolver } from '../operation';

export const DashboardAlertsResolver = resolver({
  attention: query(typeOf('Attention'), { productId: int }, ({ services, actor }, { productId }) =>
    services.dashboardAlerts.read(actor, productId),
  ),
});
