import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import helmet from 'helmet';
import type { ConsoleConfig } from '../../shared/console-config';
import { ROOT } from '../platform/root';

const FILES = join(ROOT, 'dist/client');

/** Allows scripts from this origin only. antd writes inline styles; GraphiQL's editor needs blob workers. */
const policy = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
});

/** Serves the single-page console: its assets with long caching, and its page for every other path. */
export function consoleFiles(consoleConfig: () => Promise<ConsoleConfig>): Router {
  const router = Router();
  router.use(policy);
  router.get('/console-config.json', async (_req, res) => {
    res.set('Cache-Control', 'no-store').json(await consoleConfig());
  });
  router.use(
    '/assets',
    express.static(join(FILES, 'assets'), {
      immutable: true,
      maxAge: '365d',
      fallthrough: false,
      redirect: false,
    }),
  );
  router.use(express.static(FILES, { index: false, maxAge: '5m', redirect: false }));
  router.get(['/explorer', '/explorer/'], (_req, res, next) => {
    const page = join(FILES, 'explorer.html');
    if (!existsSync(page)) return next();
    res.set('Cache-Control', 'no-cache').sendFile(page);
  });
  // No route pattern: Express would decode the path and answer a malformed one with an error instead of the
  // page.
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    res.set('Cache-Control', 'no-cache').sendFile(join(FILES, 'index.html'));
  });
  return router;
}
