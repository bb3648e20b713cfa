import { createContext } from 'react';

/** Whether a page is shown inside another one, which keeps its own title. */
export const Embedded = createContext(false);
