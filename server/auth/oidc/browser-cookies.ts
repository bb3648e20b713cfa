import type { Request, Response } from 'express';
import { CALLBACK_PATH, FLOW_SECONDS, SESSION_SECONDS } from './oidc.service';

/** Cookies of a single sign-on, each sent to the paths that need it only. */
const cookies = {
  /** State of a sign-in at the provider. */
  flow: { name: 'ic_sso', paths: [CALLBACK_PATH], seconds: FLOW_SECONDS },
  /** Binds the ticket of a finished sign-in to the browser. */
  binding: {
    name: 'ic_sso_ticket',
    paths: ['/api/v1/auth/oidc', '/graphql'],
    seconds: SESSION_SECONDS,
  },
} as const;

/** Cookies of the browser that sends a request. */
export interface BrowserCookies {
  read(which: keyof typeof cookies): string | null;
  /** Sets a cookie; null removes it. */
  set(which: keyof typeof cookies, value: string | null): void;
}

/** Returns the cookies of a request. @param publicUrl address of the console */
export const browserCookies = (req: Request, res: Response, publicUrl: string): BrowserCookies => ({
  read(which) {
    const start = `${cookies[which].name}=`;
    const texts = (req.get('cookie') ?? '').split(';').map((text) => text.trim());
    return texts.find((text) => text.startsWith(start))?.slice(start.length) || null;
  },
  set(which, value) {
    const { name, paths, seconds } = cookies[which];
    for (const path of paths)
      res.cookie(name, value ?? '', {
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        path,
        maxAge: value === null ? 0 : seconds * 1000,
      });
  },
});
