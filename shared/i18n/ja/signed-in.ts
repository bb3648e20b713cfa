import { failure } from './failure';
import { measures } from './measures';
import { report } from './report';

/** Japanese texts that every signed-in page may need; they come with the session, so that the sign-in screen is spared them. */
export const signedIn = { failure, measures, report };
