import { bool, inputTypeOf, int, listOf, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const AnalyzeSettingType = typeOf('AnalyzeSetting');

export const AnalyzeSettingResolver = resolver({
  analyzeSettings: query([AnalyzeSettingType], {}, ({ services, actor }) =>
    services.analyzeSettings.list(actor),
  ),
  updateAnalyzeSettings: mutation(
    [AnalyzeSettingType],
    { settings: listOf(ref(() => inputTypeOf('AnalyzeSettingInput'))) },
    ({ services, actor, client }, { settings }) => services.analyzeSettings.save(actor, settings, client),
  ),
  resetAnalyzeSetting: mutation(
    [AnalyzeSettingType],
    { item: int, forCompany: opt(bool) },
    ({ services, actor, client }, { item, forCompany }) =>
      services.analyzeSettings.reset(actor, item, forCompany ?? false, client),
  ),
});
