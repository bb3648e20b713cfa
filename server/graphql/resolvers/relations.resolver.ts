import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { notFound } from '../../auth/failure';
import { loadersOf, type ApiContext } from '../../services/context';
import { typeOf } from '../fields';
import { requestedFields } from '../requested-fields';

@Resolver(() => typeOf('Ad'))
export class AdRelations {
  @FieldResolver(() => [typeOf('Redirect')])
  redirects(
    @Root() ad: { id: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object[]> {
    return loadersOf(context).related('redirectsOfAd', ad.id, requestedFields(info));
  }
}

@Resolver(() => typeOf('Redirect'))
export class RedirectRelations {
  @FieldResolver(() => typeOf('Ad'))
  async adDetail(
    @Root() redirect: { adId: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    const [ad] = await loadersOf(context).related('adOfRedirect', redirect.adId, requestedFields(info));
    if (!ad) throw notFound();
    return ad;
  }
}

@Resolver(() => typeOf('Product'))
export class ProductRelations {
  @FieldResolver(() => [typeOf('CvSetting')])
  cvSettings(
    @Root() product: { id: number },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object[]> {
    return loadersOf(context).related('cvSettingsOfProduct', product.id, requestedFields(info));
  }
}
