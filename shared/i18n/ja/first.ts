// Texts of all pages; part of the first load.
export { common } from './common';
export { enums } from './enums';
export { frame } from './frame';
export { menu } from './menu';
export { session } from './session';
