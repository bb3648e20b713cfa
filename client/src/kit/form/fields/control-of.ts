import type { ComponentType } from 'react';
import type { FieldKind } from '../../../../../shared/settings';
import { ChoiceControl } from './choice-control';
import type { ControlProps } from './control';
import { DayControl } from './day-control';
import { FlagControl } from './flag-control';
import { NumberControl } from './number-control';
import { RefControl, RefsControl } from './ref-control';
import { TemplateControl } from './template-control';
import { LongTextControl, PasswordControl, TextControl } from './text-control';

/** The input of each kind of field. Lists have entries of these and are drawn by the form itself, choices of keys by their screen. */
const CONTROLS: Record<Exclude<FieldKind, 'list' | 'keys'>, ComponentType<ControlProps>> = {
  text: TextControl,
  long_text: LongTextControl,
  template: TemplateControl,
  email: TextControl,
  phone: TextControl,
  url: TextControl,
  domain: TextControl,
  ip_list: LongTextControl,
  password: PasswordControl,
  integer: NumberControl,
  money: NumberControl,
  number: NumberControl,
  measures: TextControl,
  emails: TextControl,
  language: TextControl,
  choice: ChoiceControl,
  flag: FlagControl,
  ref: RefControl,
  refs: RefsControl,
  day: DayControl,
};

export const controlOf = (kind: FieldKind): ComponentType<ControlProps> =>
  kind === 'list' || kind === 'keys' ? TextControl : CONTROLS[kind];
