import type { PageRenderer } from '#contract/pages.ts'
import type { Finished } from '#server/platform/http/answer-cache.ts'

/** Where pages come from: the built client, or Vite in development. */
export type PageSource = {
  /** The client's own renderer. */
  renderer: () => Promise<PageRenderer>
  /** What stands in every head besides title and description: icons and the stylesheet. */
  head: string
  /** The hash of the inlined stylesheet for the content security policy, or null when nothing is inlined. */
  styleHash: string | null
  /** The scripts at the end of every page. */
  scripts: string
  /** A built file under `/assets/`, or null. */
  asset: (name: string) => Promise<Finished | null>
}
