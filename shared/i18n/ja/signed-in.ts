// Texts of all signed-in pages. Loaded with the session, so the sign-in screen doesn't load them.
export { failure } from './failure';
export { measures } from './measures';
export { rejections } from './rejections';
export { report } from './report';
