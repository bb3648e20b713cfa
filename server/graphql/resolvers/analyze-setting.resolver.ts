import { bool, inputType, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const AnalyzeFilterType = objectType('AnalyzeFilter', { name: text, values: listOf(text) });
const AnalyzeSettingType = objectType('AnalyzeSetting', {
  item: int,
  origin: text,
  title: text,
  columns: listOf(text),
  axes: listOf(text),
  attributes: listOf(text),
  filters: listOf(ref(() => AnalyzeFilterType)),
  period: opt(text),
  comparison: opt(text),
  sort: opt(text),
  chart: opt(text),
  trend: opt(text),
  attributionModel: opt(int),
  evaluation: opt(int),
  updatedAt: opt(instant),
  version: int,
});
const AnalyzeFilterInputType = inputType('AnalyzeFilterInput', { name: text, values: listOf(text) });
const AnalyzeSettingInputType = inputType('AnalyzeSettingInput', {
  item: int,
  title: opt(text),
  columns: opt(listOf(text)),
  axes: opt(listOf(text)),
  attributes: opt(listOf(text)),
  filters: opt(listOf(ref(() => AnalyzeFilterInputType))),
  period: opt(text),
  comparison: opt(text),
  sort: opt(text),
  chart: opt(text),
  trend: opt(text),
  attributionModel: opt(int),
  evaluation: opt(int),
  forCompany: opt(bool),
  version: opt(int),
});

export const AnalyzeSettingResolver = resolver({
  analyzeSettings: query([AnalyzeSettingType], {}, ({ services, actor }) =>
    services.analyzeSettings.list(actor),
  ),
  updateAnalyzeSettings: mutation(
    [AnalyzeSettingType],
    { settings: listOf(ref(() => AnalyzeSettingInputType)) },
    ({ services, actor, client }, { settings }) => services.analyzeSettings.save(actor, settings, client),
  ),
  resetAnalyzeSetting: mutation(
    [AnalyzeSettingType],
    { item: int, forCompany: opt(bool) },
    ({ services, actor, client }, { item, forCompany }) =>
      services.analyzeSettings.reset(actor, item, forCompany ?? false, client),
  ),
});
