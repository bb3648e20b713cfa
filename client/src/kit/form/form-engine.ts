import { getIn, useFormik } from 'formik';
import i18next from 'i18next';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CrossRule, type Fields, validate } from '../../../../shared/settings';
import { isRecord, type UnknownRecord } from '../../../../shared/records';
import { textAt } from '../../i18n/i18n';
import { changedFields, type FormValues } from './form-definition';

let pressed = false;
let waiting: (() => void)[] = [];

const release = (): void => {
  pressed = false;
  // The click follows pointerup within the same task.
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    due.forEach((run) => run());
  });
};

window.addEventListener('pointerdown', ({ button }) => (pressed = button === 0), true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);

/**
 * Runs a function at once, or after the click in progress. A press elsewhere blurs a field; a message shown
 * then would move a button between press and release, and the click would miss it.
 */
function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

/** Error messages by field; entries of lists as `lpo[0].url`. */
export type FormErrors = Readonly<Record<string, string>>;

/** State of a form and functions to change it. Only this module knows formik. */
export interface FormHandle {
  /** Prefix that makes field ids unique on a page. */
  id: string;
  entity: string;
  fields: Fields;
  values: FormValues;
  /** Normalised values as they would be saved; invalid fields keep their input. */
  normalized: FormValues;
  initial: FormValues;
  /** Stored record including read-only values (links, tags); undefined for a new one. */
  stored: UnknownRecord | undefined;
  /** Visible errors: of fields after blur, or of all fields after an attempt to save. */
  errors: FormErrors;
  dirty: boolean;
  readOnly: boolean;
  submitting: boolean;
  /** Whether the form has errors after an attempt to save. */
  failed: boolean;
  set: (name: string, value: unknown) => void;
  /** Called on blur: shows the field's error and its normalised value. */
  leave: (name: string) => void;
  submit: () => void;
  /** Restarts the form with new values; `mine` are applied as changes. */
  restart: (values: FormValues, mine?: FormValues) => void;
  /** Shows the server's errors beside the fields. */
  refuse: (errors: FormErrors) => void;
}

const NO_ERRORS: FormErrors = {};

export interface FormOptions {
  id: string;
  entity: string;
  fields: Fields;
  cross?: CrossRule | undefined;
  initial: FormValues;
  stored?: object | undefined;
  readOnly?: boolean | undefined;
  /** Saves the normalised values and handles its own failures. */
  save: (values: FormValues) => Promise<void>;
}

/** Validates with the shared rules and translates the messages. */
function validateValues(
  fields: Fields,
  cross: CrossRule | undefined,
  values: FormValues,
): { values: FormValues; errors: FormErrors } {
  const result = validate(fields, values, cross ? { cross } : {});
  const errors = Object.entries(result.errors).map(([name, { key, params }]): [string, string] => [
    name,
    textAt(i18next.t, `messages.${key}`, params),
  ]);
  return { values: result.values, errors: Object.fromEntries(errors) };
}

/** Creates the form state of an entity's fields; the same rules validate here and on the server. */
export function useFormEngine({
  id,
  entity,
  fields,
  cross,
  initial,
  stored,
  readOnly = false,
  save,
}: FormOptions): FormHandle {
  const { i18n } = useTranslation();
  const [startValues, setStartValues] = useState(initial);
  const [fromServer, setFromServer] = useState<FormErrors>(NO_ERRORS);

  const formik = useFormik<FormValues>({
    initialValues: initial,
    validateOnChange: false,
    validateOnBlur: false,
    validate: (values) => validateValues(fields, cross, values).errors,
    onSubmit: (values) => save(validateValues(fields, cross, values).values),
  });
  const {
    values,
    touched,
    submitCount,
    isSubmitting,
    setFieldValue,
    setFieldTouched,
    setValues,
    resetForm,
    submitForm,
  } = formik;

  const { language } = i18n;
  const validation = useMemo(() => {
    // Recomputes the messages when the language changes.
    void language;
    return validateValues(fields, cross, values);
  }, [fields, cross, values, language]);

  const errors = useMemo(() => {
    const visible = Object.entries(validation.errors).filter(
      ([name]) => submitCount > 0 || getIn(touched, name) === true,
    );
    return { ...fromServer, ...Object.fromEntries(visible) };
  }, [validation.errors, fromServer, submitCount, touched]);

  const set = useCallback(
    (name: string, value: unknown) => {
      void setFieldValue(name, value, false);
      setFromServer((before) => without(before, name));
    },
    [setFieldValue],
  );

  const normalizeField = (name: string): void => {
    void setFieldTouched(name, true, false);
    const typed: unknown = getIn(values, name);
    if (validation.errors[name] !== undefined || typeof typed !== 'string') return;
    const normalizedValue: unknown = getIn(validation.values, name) ?? '';
    if (normalizedValue !== typed) void setFieldValue(name, normalizedValue, false);
  };
  const latestNormalize = useRef(normalizeField);
  useEffect(() => {
    latestNormalize.current = normalizeField;
  });
  const leave = useCallback((name: string) => afterPress(() => latestNormalize.current(name)), []);

  const restart = useCallback(
    (next: FormValues, mine?: FormValues) => {
      setStartValues(next);
      setFromServer(NO_ERRORS);
      resetForm({ values: next });
      if (mine) void setValues({ ...next, ...mine }, false);
    },
    [resetForm, setValues],
  );

  return {
    id,
    entity,
    fields,
    values,
    normalized: validation.values,
    initial: startValues,
    stored: isRecord(stored) ? stored : undefined,
    errors,
    dirty: !readOnly && changedFields(fields, startValues, values).length > 0,
    readOnly,
    submitting: isSubmitting,
    failed: submitCount > 0 && Object.keys(errors).length > 0,
    set,
    leave,
    submit: () => void submitForm(),
    restart,
    refuse: setFromServer,
  };
}

/** Drops the server's errors of a changed field and its entries. */
function without(errors: FormErrors, name: string): FormErrors {
  const top = name.split(/[.[]/)[0] ?? name;
  const left = Object.entries(errors).filter(([key]) => key !== name && key.split(/[.[]/)[0] !== top);
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

const FormContext = createContext<FormHandle | undefined>(undefined);
export const FormProvider = FormContext.Provider;

/** Returns the form around a field or a part of it. */
export function useForm(): FormHandle {
  const form = useContext(FormContext);
  if (!form) throw new Error('useForm must be used inside a FormProvider');
  return form;
}

/** Returns the element id of a field, to which the error summary links. */
export const fieldId = (form: Pick<FormHandle, 'id'>, name: string): string =>
  `${form.id}-${name.replace(/[^\w]+/g, '-')}`;
