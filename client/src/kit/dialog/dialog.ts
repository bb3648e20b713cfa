/** Purpose of a dialog; `detail` is read-only. */
export type DialogMode = 'add' | 'edit' | 'detail';

/** Result of a dialog: whether it closes, and whether the page behind reloads. */
export interface DialogResult {
  close: boolean;
  reload: boolean;
}

/** Saved: close and reload. */
export const DONE: DialogResult = { close: true, reload: true };
/** Cancelled: close only. */
export const CANCELLED: DialogResult = { close: true, reload: false };
/** Saved, but the dialog still has something to offer. */
export const STAY: DialogResult = { close: false, reload: true };

export const DIALOG_WIDTH = 800;
export const CONFIRM_WIDTH = 340;
export const DIALOG_MAX_HEIGHT = '90vh';
