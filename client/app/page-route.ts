import type { PagePath } from '#client/lib/page-paths.ts'
import type { LazyPage } from './lazy-page.tsx'
import type { PageShape } from './page-skeleton.tsx'

export type Guard = 'public' | 'signedIn' | 'admin'

/** The pages of sellers and admins. */
export type AdminPath = Extract<PagePath, `/menu${string}` | `/dashboard${string}`>

/** One page: its address, who may see it, its name in the tab, what is shown until it is there, and its code. */
export type PageRoute = LazyPage & {
  path: PagePath
  guard: Guard
  /** Stands beside the dashboard's menu. */
  frame?: 'dashboard'
  title: string
  description: string
  shape: PageShape
}
