import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import type { PageRenderer } from '#contract/pages.ts'
import { readConfig } from './config.ts'
import { openShop } from './open-shop.ts'
import type { PageSource } from './pages/built-pages.ts'

/**
 * Runs the shop for development. It is the same server as in production, with Vite's middleware, which reloads the
 * client's code when it changes.
 */
const root = join(import.meta.dirname, '..')
const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } })

const PREAMBLE = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type`

const source: PageSource = {
  renderer: async () => {
    // The loaded module is `client/server-render.tsx`. The cast is safe, because that file exports these functions.
    const loaded = (await vite.ssrLoadModule('/client/server-render.tsx')) as PageRenderer
    return loaded
  },
  head: `<script type="module">${PREAMBLE}</script><script type="module" src="/@vite/client"></script><link rel="stylesheet" href="/client/styles.css">`,
  ownStyles: { subscriptions: '', account: '' },
  demoIcon: readFileSync(join(root, 'client/assets/favicon.svg'), 'utf8'),
  policy: { script: ["'unsafe-inline'"], style: ["'unsafe-inline'"], connect: ['ws:'] },
  steady: false,
  scripts: '<script type="module" src="/client/boot.ts"></script>',
  asset: async () => null,
}

const shop = await openShop({
  config: readConfig(process.env),
  root,
  version: 'development',
  openPages: () => source,
  before: (next) => (request, response) => vite.middlewares(request, response, () => next(request, response)),
})
console.log(`Crema is open at ${shop.address}, reloading as you edit`)
if (shop.warning) console.error(shop.warning)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await shop.close()
    await vite.close()
    process.exit(0)
  })
}
