import type { PageState, RenderedPage } from '#contract/pages.ts'
import type { PageSource } from './built-pages.ts'

/** Returns a complete HTML document that contains a rendered page. */
export function composeDocument(
  page: RenderedPage,
  state: PageState,
  source: Pick<PageSource, 'head' | 'scripts'>,
): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(page.title)}</title><meta name="description" content="${escapeText(page.description)}"><meta name="color-scheme" content="light dark">${source.head}</head><body><div id="root">${page.html}</div><script type="application/json" id="page-state">${escapeJson(state)}</script>${source.scripts}</body></html>`
}

/** Escapes a text for the content of an element or for an attribute in double quotes. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * Returns JSON that can stand inside a script element. It contains no `<`, because `</script>` in a text would end
 * the element. It also contains no U+2028 or U+2029, which are line separators in JavaScript.
 */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
