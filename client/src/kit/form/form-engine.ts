import { getIn, useFormik } from 'formik';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validate, type CrossRule, type Fields } from '../../../../shared/settings';
import { messageText } from '../../../../shared/i18n/messages';
import { isRecord, type UnknownRecord } from '../../../../shared/records';
import { currentLanguage } from '../../i18n/i18n';
import { afterPress } from './after-press';
import { changedFields, type FormValues } from './values';

/** What is wrong, by field; entries of lists as `lpo[0].url`. */
export type FormErrors = Readonly<Record<string, string>>;

/** A form: its values, what is wrong with them, and the ways to change it. The only place that knows formik. */
export interface FormHandle {
  /** Makes the ids of fields unique on a page. */
  id: string;
  entity: string;
  fields: Fields;
  values: FormValues;
  /** The values as they would be saved; a field that is wrong as it was typed. */
  judged: FormValues;
  initial: FormValues;
  /** What is stored, with what can't be written (links, tags); undefined for a new one. */
  stored: UnknownRecord | undefined;
  /** What is wrong and may be shown: of fields that were left, or all after a try to save. */
  errors: FormErrors;
  dirty: boolean;
  readOnly: boolean;
  submitting: boolean;
  /** Whether saving was tried and something is wrong. */
  failed: boolean;
  set: (name: string, value: unknown) => void;
  /** The field was left: shows what is wrong with it and how its value will be saved. */
  leave: (name: string) => void;
  submit: () => void;
  /** Takes other values as what stands; `mine` are laid over them as changes. */
  restart: (values: FormValues, mine?: FormValues) => void;
  /** Shows what the server says beside fields. */
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
  /** Saves the judged values; what it throws is its own business. */
  save: (values: FormValues) => Promise<void>;
}

/** The messages of the shared rules in the reader's language. */
function judge(
  fields: Fields,
  cross: CrossRule | undefined,
  values: FormValues,
): { values: FormValues; errors: FormErrors } {
  const judged = validate(fields, values, cross ? { cross } : {});
  const errors = Object.entries(judged.errors).map(([name, { key, params }]): [string, string] => [
    name,
    messageText(key, currentLanguage(), params),
  ]);
  return { values: judged.values, errors: Object.fromEntries(errors) };
}

/** Holds a form of an entity's fields; the same rules judge it here and on the server. */
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
  const [start, setStart] = useState(initial);
  const [fromServer, setFromServer] = useState<FormErrors>(NO_ERRORS);

  const formik = useFormik<FormValues>({
    initialValues: initial,
    validateOnChange: false,
    validateOnBlur: false,
    validate: (values) => judge(fields, cross, values).errors,
    onSubmit: (values) => save(judge(fields, cross, values).values),
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
  const judged = useMemo(() => {
    // The messages follow the language.
    void language;
    return judge(fields, cross, values);
  }, [fields, cross, values, language]);

  const errors = useMemo(() => {
    const shown = Object.entries(judged.errors).filter(
      ([name]) => submitCount > 0 || getIn(touched, name) === true,
    );
    return { ...fromServer, ...Object.fromEntries(shown) };
  }, [judged.errors, fromServer, submitCount, touched]);

  const set = useCallback(
    (name: string, value: unknown) => {
      void setFieldValue(name, value, false);
      setFromServer((before) => without(before, name));
    },
    [setFieldValue],
  );

  const settle = (name: string): void => {
    void setFieldTouched(name, true, false);
    const typed: unknown = getIn(values, name);
    if (judged.errors[name] !== undefined || typeof typed !== 'string') return;
    const settled: unknown = getIn(judged.values, name) ?? '';
    if (settled !== typed) void setFieldValue(name, settled, false);
  };
  const settleNow = useRef(settle);
  useEffect(() => {
    settleNow.current = settle;
  });
  const leave = useCallback((name: string) => afterPress(() => settleNow.current(name)), []);

  const restart = useCallback(
    (next: FormValues, mine?: FormValues) => {
      setStart(next);
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
    judged: judged.values,
    initial: start,
    stored: isRecord(stored) ? stored : undefined,
    errors,
    dirty: !readOnly && changedFields(fields, start, values).length > 0,
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

/** A change of a field makes what the server said of it, or of its entries, old. */
function without(errors: FormErrors, name: string): FormErrors {
  const top = name.split(/[.[]/)[0] ?? name;
  const left = Object.entries(errors).filter(([key]) => key !== name && key.split(/[.[]/)[0] !== top);
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

const FormContext = createContext<FormHandle | undefined>(undefined);
export const FormProvider = FormContext.Provider;

/** The form around a field or a part of it. */
export function useForm(): FormHandle {
  const form = useContext(FormContext);
  if (!form) throw new Error('useForm needs a form around it');
  return form;
}

/** The element id of a field, which the error summary leads to. */
export const fieldId = (form: Pick<FormHandle, 'id'>, name: string): string =>
  `${form.id}-${name.replace(/[^\w]+/g, '-')}`;
