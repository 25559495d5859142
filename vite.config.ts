import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const ENTRIES = [
  'client/boot.ts',
  'client/styles.css',
  'client/assets/favicon.svg',
  'client/assets/apple-touch-icon.png',
]

/**
 * What every page needs, in one piece: split up by who else uses a part of it, the same script is 3 kB larger, gzip,
 * and comes in a dozen requests.
 */
const BASE = new RegExp(
  [
    'node_modules/(react|react-dom|react-router|react-hot-toast|scheduler|@tanstack/(query-core|react-query))/' +
      '(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery|useMutation|mutationObserver))',
    'client/lib/(api|api-error|arrival|image-set|page-paths|page-state|preload|query|request)\\.',
    'client/ui/(button|loading-bar|page-link|page-title|picture|ratting|skeleton|states|toasts)\\.',
    'contract/(messages|pages)\\.',
  ].join('|'),
)

/**
 * `vite build` makes what a browser fetches (`dist/client`, with a manifest of the entries), and `vite build --ssr`
 * the server, what it renders pages with, and its thread (`dist/main.js` and others beside it).
 */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), tailwindcss(), pureRouterComponents()],
  // With its libraries inside, so that it starts without looking for a thousand files, and React is its production
  // self whatever the environment says.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const, external: ['sharp'] },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {
          outDir: 'dist',
          emptyOutDir: false,
          rolldownOptions: {
            input: {
              'main': 'server/main.ts',
              'server-render': 'client/server-render.tsx',
              'long-read-worker': 'server/platform/database/long-read-worker.ts',
            },
            output: { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' },
          },
        }
      : {
          outDir: 'dist/client',
          emptyOutDir: true,
          manifest: true,
          rolldownOptions: {
            input: ENTRIES,
            output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
          },
        }),
  },
}))

/**
 * The router's modules make components at their top level in a way that a bundler must keep, used or not. Saying
 * that they are pure leaves out the router's other modes: 5 kB less script, gzip, on every page.
 */
function pureRouterComponents(): Plugin {
  return {
    name: 'pure-router-components',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.js$/ },
      handler(code) {
        return code
          .replace(/(?<== )(React\S*\.(?:forwardRef|memo|createContext)\()/g, '/* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = .*;$/gm, '')
      },
    },
  }
}
