import type { PageRenderer } from '#contract/pages.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'

/** Where the server gets the client's pages from: the built client or, in development, Vite. */
export type PageSource = {
  /** Loads the client's code that renders pages on the server (`client/server-render.tsx`). */
  renderer: () => Promise<PageRenderer>
  /** The HTML for the document's head that is the same on all pages, such as the stylesheet. */
  head: string
  /** The icon of the demo shop as an SVG image. */
  demoIcon: string
  /** What the content security policy of pages must allow in addition. */
  policy: PolicyAdditions
  /** Whether rendered pages may be cached while their data is unchanged. It is false in development. */
  steady: boolean
  /** The script elements at the end of every page's body. */
  scripts: string
  /** Returns a built file under `/assets/`, or null if there is no file with this name. */
  asset: (name: string) => Promise<EncodedResponse | null>
}
