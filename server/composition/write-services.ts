import type { ListService } from '../crud/list.service';
import { WriteService } from '../crud/write/write.service';
import type { WriteSpec } from '../crud/write/write-spec';
import type { Setting } from '../db/columns';
import type { Database } from '../db/database';
import { adCategoryWrite } from '../modules/ad-category/ad-category.write';
import { adTypeWrite } from '../modules/ad-type/ad-type.write';
import { adWrite } from '../modules/ad/ad.write';
import { agencyWrite } from '../modules/agency/agency.write';
import { aspWrite } from '../modules/asp/asp.write';
import { companyWrite } from '../modules/company/company.write';
import { crossdomainWrite } from '../modules/crossdomain/crossdomain.write';
import { cvSettingWrite } from '../modules/cv-setting/cv-setting.write';
import { productWrite } from '../modules/product/product.write';
import { redirectWrite } from '../modules/redirect/redirect.write';
import { userWrite } from '../modules/user/user.write';

type ListName = 'ads' | 'asps' | 'redirects' | 'cvSettings' | 'domains' | 'adCategories' | 'adTypes' | 'companies' | 'products' | 'agencies' | 'users';

/** The write side of every setting, named like its list. */
export type WriteServices = ReturnType<typeof createWriteServices>;

/** Makes the write services on top of the lists that show what they write. */
export function createWriteServices(db: Database, lists: Readonly<Record<ListName, ListService>>, now: () => number) {
  const writing = <E extends Setting>(list: ListName, spec: WriteSpec<E>) => new WriteService<E>(db, lists[list], spec, now);
  return {
    ads: writing('ads', adWrite),
    asps: writing('asps', aspWrite),
    redirects: writing('redirects', redirectWrite),
    cvSettings: writing('cvSettings', cvSettingWrite),
    domains: writing('domains', crossdomainWrite),
    adCategories: writing('adCategories', adCategoryWrite),
    adTypes: writing('adTypes', adTypeWrite),
    companies: writing('companies', companyWrite),
    products: writing('products', productWrite),
    agencies: writing('agencies', agencyWrite),
    users: writing('users', userWrite),
  };
}
