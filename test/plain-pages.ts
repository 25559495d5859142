import type { PageSource } from '#server/pages/built-pages.ts'

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
  ownStyles: { subscriptions: '', account: '' },
  demoIcon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
  policy: {},
  steady: true,
  scripts: '',
  asset: async () => null,
}
