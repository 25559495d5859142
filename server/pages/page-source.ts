import type { PageRenderer } from '#contract/pages.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'

/** The source of all pages: the built client or, in development, Vite. */
export type PageSource = {
  /** Loads the renderer of the client (`client/server-render.tsx`). */
  renderer: () => Promise<PageRenderer>
  /** The part of the head that all pages share: icons and the stylesheet. */
  head: string
  /** Additional sources that the content security policy of pages allows. */
  policy: PolicyAdditions
  /** Whether rendered pages may be cached while their data is unchanged. False in development. */
  steady: boolean
  /** The script elements at the end of every page. */
  scripts: string
  /** Returns a built file under `/assets/`, or null if there is none with this name. */
  asset: (name: string) => Promise<EncodedResponse | null>
}
