import type { TFunction } from 'i18next';
import { enumName, enumerations } from '../../../../../shared/catalog';
import type { ApprovalStatus } from '../../../../../shared/domain/results';
import { notify } from '../../../kit/notifier';
import type { Undoable } from './undo-bar';

export type StateName = keyof typeof ApprovalStatus;

/** Returns the name of a state for translation keys. */
export const stateName = (state: ApprovalStatus): StateName => {
  const name = enumName(enumerations.ApprovalStatus, state);
  return name === 'APPROVED' || name === 'REJECTED' ? name : 'PENDING';
};

/** Describes a finished change. */
export const doneText = (t: TFunction, { to, changed: count }: Pick<Undoable, 'to' | 'changed'>): string =>
  to === null ? t('results.import.done', { count }) : t(`results.approve.done.${stateName(to)}`, { count });

/** Tells how many of the changed results were undone. */
export const notifyUndone = (t: TFunction, count: number, changed: number): void =>
  notify(
    count < changed ? 'WARNING' : 'SUCCESS',
    `${t('results.undo.undone', { count })} ${count < changed ? t('results.undo.kept', { count: changed - count }) : ''}`.trim(),
  );
