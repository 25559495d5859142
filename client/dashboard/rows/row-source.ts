import type { LiveTopic } from '#contract/values/live.ts'
import type { RowPage } from './row-pages.ts'

/** Where the rows of a table come from, and what says that they have changed. */
export type RowSource<Row> = {
  /** Starts with the call's name, so that a change of a row finds all tables that show it. */
  key: readonly unknown[]
  topics: readonly LiveTopic[]
  fetchPage: (after: string | null, signal?: AbortSignal) => Promise<RowPage<Row>>
  /** Counts all rows, also those that are not loaded. A table without it only says how many are loaded. */
  count?: { key: readonly unknown[]; fetch: (signal: AbortSignal) => Promise<{ rows: number }> }
}
