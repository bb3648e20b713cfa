import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rulesOf } from '../../../../shared/settings';
import { failureText, refusalOf } from '../failure';
import { useIdempotencyContext, type IdempotencyContext } from '../once';
import { useFormEngine, type FormHandle } from './form-engine';
import {
  type EntityFormDefinition,
  type RecordFormDefinition,
  changedFields,
  formValues,
  inputValues,
  type FormValues,
} from './form-definition';

/** A setting as GraphQL returns it. */
export interface Entity {
  readonly id: number;
  /** Product of the setting, if it belongs to one. */
  readonly productId?: number | undefined;
  readonly version?: number | undefined;
  readonly updatedAt?: string | undefined;
}

export interface EntityFormOptions<One extends Entity> {
  definition: EntityFormDefinition | RecordFormDefinition;
  /** Record to edit; undefined for a new one. */
  one: One | undefined;
  /** Initial values of a new record. */
  preset?: FormValues | undefined;
  readOnly?: boolean | undefined;
  /** Saves the changed fields, or all fields of a new record. `once` makes repeated attempts idempotent. */
  save: (one: One | undefined, input: FormValues, once: IdempotencyContext) => Promise<One>;
  /** Loads the stored record after a concurrent save. */
  reload: () => Promise<One | undefined>;
  /** The record after another part of the page saved it: the form goes on with it and keeps the user's input. */
  savedElsewhere?: One | undefined;
  onSaved: (saved: One) => void;
}

export interface EntityForm {
  form: FormHandle;
  /** Failures of the whole form. */
  messages: readonly string[];
  conflict:
    | {
        theirs: FormValues;
        saved: { id: number; at: string | undefined };
        reload: () => void;
        keep: () => void;
      }
    | undefined;
}

export interface ResettableForm extends EntityForm {
  /** Drops the user's input and its errors. */
  reset: () => void;
}

/** Manages the form of a setting: saving, server errors and concurrent saves. */
export function useEntityForm<One extends Entity>(options: EntityFormOptions<One>): ResettableForm {
  const { definition, one, preset, readOnly, save, reload, savedElsewhere, onSaved } = options;
  const { t } = useTranslation();
  const id = useId();
  const { fields, cross } =
    'fields' in definition ? { fields: definition.fields, cross: undefined } : rulesOf(definition.entity);
  const initial = useMemo(() => ({ ...formValues(fields, one), ...preset }), [fields, one, preset]);
  const [base, setBase] = useState(one);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [theirs, setTheirs] = useState<One>();
  const once = useIdempotencyContext();

  const form = useFormEngine({
    id,
    entity: definition.entity,
    fields,
    cross,
    initial,
    stored: base,
    readOnly,
    async save(values) {
      setMessages([]);
      setTheirs(undefined);
      const changed = new Set(changedFields(fields, form.initial, values));
      const toSave = base
        ? Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name)))
        : values;
      try {
        const version = base?.version === undefined ? {} : { version: base.version };
        const saved = await save(base, { ...inputValues(fields, toSave), ...version }, once);
        setBase(saved);
        form.restart(formValues(fields, saved));
        onSaved(saved);
      } catch (error) {
        await handleRefusal(error);
      }
    },
  });

  async function handleRefusal(error: unknown): Promise<void> {
    const refusal = refusalOf(error);
    const current = refusal.code === 'CONFLICT' && base ? await reload().catch(() => undefined) : undefined;
    if (current && current.version !== base?.version) {
      setTheirs(current);
      return;
    }
    const named = Object.entries(refusal.fields).filter(([name]) => (name.split(/[.[]/)[0] ?? '') in fields);
    form.refuse(Object.fromEntries(named.map(([name, texts]) => [name, texts.join(' ')])));
    const elsewhere = Object.entries(refusal.fields).filter(
      ([name]) => !((name.split(/[.[]/)[0] ?? '') in fields),
    );
    // The record was deleted elsewhere; the name of the failure would add nothing.
    const gone = base && refusal.code === 'NOT_FOUND';
    setMessages(
      named.length > 0
        ? elsewhere.flatMap(([, texts]) => texts)
        : gone
          ? [t('form.gone')]
          : failureText(t, error).split('\n'),
    );
  }

  function resolveConflict(current: One, mine: FormValues | undefined): void {
    setBase(current);
    setTheirs(undefined);
    form.restart(formValues(fields, current), mine);
  }

  /** Continues with a newer record and the user's own changes. */
  function rebase(current: One): void {
    const changed = changedFields(fields, form.initial, form.values);
    resolveConflict(current, Object.fromEntries(changed.map((name) => [name, form.values[name]])));
  }

  const adopted = useRef(savedElsewhere);
  useEffect(() => {
    if (!savedElsewhere || adopted.current === savedElsewhere) return;
    adopted.current = savedElsewhere;
    rebase(savedElsewhere);
  });

  function reset(): void {
    setMessages([]);
    if (theirs) resolveConflict(theirs, undefined);
    else form.restart(form.initial);
  }

  const theirValues = useMemo(() => theirs && formValues(fields, theirs), [fields, theirs]);
  const conflict = theirs &&
    theirValues && {
      theirs: theirValues,
      saved: { id: theirs.id, at: theirs.updatedAt },
      reload: () => resolveConflict(theirs, undefined),
      keep: () => rebase(theirs),
    };
  return { form, messages, reset, conflict };
}
