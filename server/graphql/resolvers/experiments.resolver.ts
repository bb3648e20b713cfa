import { inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

/** Figures of on/off tests, and their freezing. */
export const experimentResolver = resolver({
  experimentFigures: query(
    typeOf('ExperimentFigures'),
    { id: opt(int), input: opt(ref<object>(() => inputTypeOf('ExperimentInput'))) },
    ({ services, actor, client }, { id, input }) =>
      services.experimentFigures.figures(actor, { id, input: input && { ...input } }, client),
  ),
  freezeExperiment: mutation(
    ref<object>(() => typeOf('Experiment')),
    { id: int, version: opt(int) },
    async ({ services, actor, client, info }, { id, version }) => {
      await services.experimentFigures.freeze(actor, id, version, client);
      return services.experiments.get(actor, id, requestedFields(info));
    },
  ),
});
