import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { SendAttempt } from '../../postbacks/conversions/conversion-sends.service';
import { loadersOf, type ApiContext } from '../../services/context';
import { bool, inputTypeOf, int, listOf, opt, ref, text, typeOf, withDefault } from '../fields';
import { listArgsOf, type GivenSelection } from './results.resolver';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

/** Adds the attempts to send a conversion. */
@Resolver(() => typeOf('ConversionSend'))
class SendAttemptResolver {
  @FieldResolver(() => [typeOf('ConversionAttempt')])
  attemptLog(@Root() send: { id: string }, @Ctx() context: ApiContext): Promise<readonly SendAttempt[]> {
    return loadersOf(context).sendAttempts(send.id);
  }
}

const operations = resolver({
  conversionSenderPreview: query(
    typeOf('ConversionSenderPreview'),
    { id: int },
    ({ services, actor }, { id }) => services.conversionSending.preview(actor, id),
  ),
  conversionFile: mutation(
    typeOf('ConversionFile'),
    { id: int, again: withDefault(bool, false), retractions: withDefault(bool, false) },
    ({ services, actor, client }, { id, ...options }) =>
      services.conversionSending.file(actor, id, options, client),
  ),
  resendConversion: mutation(
    ref<object>(() => typeOf('ConversionSend')),
    { id: text },
    async ({ services, actor, client, info }, { id }) => {
      await services.conversionSending.resend(actor, { ids: [id] }, client);
      return services.conversionSends.get(actor, id, requestedFields(info));
    },
  ),
  resendConversions: mutation(
    typeOf('Resent'),
    {
      ids: opt(listOf(text)),
      filter: opt(ref<GivenSelection>(() => inputTypeOf('ConversionSendSelection'))),
    },
    ({ services, actor, client }, { ids, filter }) =>
      services.conversionSending.resend(actor, { ids, filter: listArgsOf(filter) }, client),
  ),
});

export const conversionSendResolvers = [SendAttemptResolver, operations] as const;
