import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const ENTRIES = ['client/boot.ts', 'client/styles.css', 'client/assets/favicon.svg']

/**
 * The scripts that every page loads, by the modules that are put into them with all that they import. A module goes into
 * the first script that needs it. Split into smaller scripts, pages would need a dozen requests and 3 kB more (gzip).
 */
const SCRIPTS = [
  { name: 'boot', test: /client\/boot\./ },
  { name: 'react', test: /client\/react\./ },
  {
    name: 'base',
    test: /client\/(main|ui\/(lists\/use-show-more|price|ratting))\.|contract\/values\/(money|orders\/grams)\./,
  },
]

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
    // Links load these scripts ahead. Only the first script of a page names what the next ones need.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        hostId.startsWith('assets/boot-') ? files : files.filter((file) => file.endsWith('.css')),
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
              codeSplitting: { groups: SCRIPTS },
            },
          },
        }),
  },
}))
