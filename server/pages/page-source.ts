import type { PageRenderer } from '#contract/pages.ts'
import type { Finished } from '#server/platform/http/answer-cache.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'

/** Where pages come from: the built client, or Vite in development. */
export type PageSource = {
  /** Loads the renderer of the client (`client/server-render.tsx`). */
  renderer: () => Promise<PageRenderer>
  /** What stands in every head besides title and description: icons and the stylesheet. */
  head: string
  /** What the content security policy of pages must allow besides our own files. */
  policy: PolicyAdditions
  /** Whether a rendered page may be cached as long as its data is unchanged. False in development. */
  steady: boolean
  /** The scripts at the end of every page. */
  scripts: string
  /** A built file under `/assets/`, or null. */
  asset: (name: string) => Promise<Finished | null>
}
