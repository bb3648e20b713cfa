import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import type { Entity } from '../form/use-entity-form';
import type { FormValues } from '../form/form-definition';
import { onlyField } from '../list/filters';
import type { IdempotencyContext } from '../once';
import type { RecordResult, Setting } from './setting';

/** Generated query hook for one setting. */
export type RecordHook<Data> = (options: {
  variables: { id: number };
  skip: boolean;
  fetchPolicy: 'network-only';
  nextFetchPolicy: 'cache-first';
}) => {
  data?: Data | undefined;
  error?: unknown;
  refetch: () => Promise<{ data?: Data | undefined }>;
};

/** Generated mutation hook. */
export type MutationHook<Data, Variables> = () => readonly [
  (options: {
    variables: Variables;
    context?: IdempotencyContext;
  }) => Promise<{ data?: Data | null | undefined }>,
  ...unknown[],
];

/**
 * Creates the source of one setting from a generated hook. Forms always start with stored values, never with
 * a cached result.
 */
export const recordSource =
  <Data extends { readonly [name in keyof Data]: Entity }>(hook: RecordHook<Data>) =>
  (id: number | undefined): RecordResult<Data[keyof Data]> => {
    const { data, error, refetch } = hook({
      variables: { id: id ?? 0 },
      skip: id === undefined,
      fetchPolicy: 'network-only',
      nextFetchPolicy: 'cache-first',
    });
    return {
      one: data && onlyField(data),
      error,
      refetch: () => refetch().then((answer) => answer.data && onlyField(answer.data)),
    };
  };

/** Returns a function that refetches the selection lists, to call after any change of a setting. */
export function useRefetchSelections(): () => Promise<unknown> {
  const client = useApolloClient();
  return useCallback(() => client.refetchQueries({ include: ['Selections', 'AdNames', 'Me'] }), [client]);
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The server did not return the saved data');
  return value;
}

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the contract's inputs have the same field names as shared/settings, and the form has validated them
const inputOf = <Input>(validated: FormValues): Input => validated as Input;

type Answer<Data, One> = { readonly [name in keyof Data]: One };

interface Change {
  perProduct?: boolean;
}

/** Creates the save function of a setting from its two generated hooks. */
export const createSave =
  <
    One extends Entity,
    Created extends Answer<Created, One>,
    Updated extends Answer<Updated, One>,
    CreateInput,
    UpdateInput,
  >(
    useCreate: MutationHook<Created, { input: CreateInput }>,
    useUpdate: MutationHook<Updated, { id: number; input: UpdateInput }>,
    { perProduct = true }: Change,
  ): Setting<Entity, One>['useSave'] =>
  () => {
    const [create] = useCreate();
    const [update] = useUpdate();
    const refetch = useRefetchSelections();
    return async (
      one: Entity | undefined,
      input: FormValues,
      productId: number,
      once?: IdempotencyContext,
    ) => {
      const saved = one
        ? onlyField<Updated>(
            required((await update({ variables: { id: one.id, input: inputOf<UpdateInput>(input) } })).data),
          )
        : onlyField<Created>(
            required(
              (
                await create({
                  variables: { input: inputOf<CreateInput>(perProduct ? { ...input, productId } : input) },
                  ...(once && { context: once }),
                })
              ).data,
            ),
          );
      await refetch();
      return saved;
    };
  };

/** Creates the delete function of a setting from its generated hook. */
export const createRemove =
  <Data>(
    useDelete: MutationHook<Data, { id: number; version?: number | null | undefined }>,
  ): Setting<Entity, Entity>['useRemove'] =>
  () => {
    const [remove] = useDelete();
    const refetch = useRefetchSelections();
    return async ({ id, version }) => {
      await remove({ variables: { id, version } });
      await refetch();
    };
  };

/** Creates the save function of a setting that can only be updated. */
export const createUpdate =
  <One extends Entity, Updated extends Answer<Updated, One>, Input>(
    useUpdate: MutationHook<Updated, { id: number; input: Input }>,
  ): (() => (one: One, input: FormValues) => Promise<One>) =>
  () => {
    const [update] = useUpdate();
    const refetch = useRefetchSelections();
    return async ({ id }, input) => {
      const saved = onlyField<Updated>(
        required((await update({ variables: { id, input: inputOf<Input>(input) } })).data),
      );
      await refetch();
      return saved;
    };
  };
