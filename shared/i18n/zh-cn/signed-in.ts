import { failure } from './failure';
import { measures } from './measures';
import { report } from './report';

/** Texts of all signed-in pages. Loaded with the session, so the sign-in screen doesn't load them. */
export const signedIn = { failure, measures, report };
