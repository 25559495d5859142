import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const ENTRIES = ['client/boot.ts', 'client/styles.css', 'client/assets/favicon.svg']

/**
 * Matches the modules that every page needs. They are put into one chunk. Split into smaller chunks, they would need
 * a dozen requests and 3 kB more (gzip).
 */
const BASE = new RegExp(
  [
    'node_modules/(react|react-dom|react-hot-toast|scheduler|@tanstack/(query-core|react-query))/' +
      '(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery|useMutation|mutationObserver))',
    'client/app/texts\\.',
    'client/identity/(login-reason|session|sign-out)\\.',
    'client/lib/(api|api-error|browser-history|on-sign-out|packed-as|page-state|query|router|try-storage)\\.',
    'client/ui/(lists/use-show-more|shop/(shop-contact|shop-logo)|button|page-link|page-title|picture|price|ratting|skeleton|states|toasts)\\.',
    'contract/(pages|values/(contact|money|page-table|product-pages))\\.',
  ].join('|'),
)

/**
 * `vite build` builds the client into `dist/client`, with a manifest of its entry files. `vite build --ssr` builds
 * the server (`dist/main.js`), the page renderer and the worker thread.
 */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  // Bundles the libraries, except for sharp, into the server, so that the server does not read a thousand files at the
  // start. React's production build is used in every environment.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const, external: ['sharp'] },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Without it, every page would load the names of all scripts that a script of another page needs (1.5 kB in gzip).
    // Links load these scripts ahead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
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
            output: {
              // Every page loads the list of all chunks. Without their names it is 0.6 kB smaller (gzip).
              chunkFileNames: 'assets/[hash].js',
              codeSplitting: { groups: [{ name: 'base', test: BASE }] },
            },
          },
        }),
  },
}))
