import type { PageSource } from '#server/pages/page-source.ts'

/** Minimal pages for test shops, so that tests need no build of the client. Each page shows its own path. */
export const plainPages: PageSource = {
  renderer: async () => ({
    pageKey: (path) => path,
    renderPage: (path) => ({ status: 200, title: 'Test', description: 'Test', html: `<p>${path}</p>` }),
    renderMail: (subject, props) => ({
      text: JSON.stringify(props),
      html: `<title>${subject}</title>${JSON.stringify(props)}`,
    }),
  }),
  head: '',
  policy: {},
  steady: true,
  scripts: '',
  asset: async () => null,
}
