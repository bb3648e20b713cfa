/** What a dialog is opened for; `detail` shows without the way to save. */
export type DialogMode = 'add' | 'edit' | 'detail';

/** What a dialog says when it is done: whether it closes, and whether what is behind it is to be loaded anew. */
export interface DialogResult {
  close: boolean;
  reload: boolean;
}

/** After saving: close, and reload. */
export const DONE: DialogResult = { close: true, reload: true };
/** After cancelling: close, nothing else. */
export const CANCELLED: DialogResult = { close: true, reload: false };
/** After saving where the dialog still has something to offer. */
export const STAY: DialogResult = { close: false, reload: true };

export const DIALOG_WIDTH = 800;
export const CONFIRM_WIDTH = 340;
export const DIALOG_MAX_HEIGHT = '90vh';
