import type { PageSource } from '#server/pages/page-source.ts'

/** Pages that say which they are, instead of the built ones. */
export const plainPages: PageSource = {
  renderer: async () => ({
    pageKey: (path) => path,
    renderPage: (path) => ({ status: 200, title: 'Test', description: 'Test', html: `<p>${path}</p>` }),
  }),
  head: '',
  policy: {},
  steady: true,
  scripts: '',
  asset: async () => null,
}
