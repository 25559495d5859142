import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallName, Calls } from '#contract/api.ts'
import type { Input } from '#contract/call.ts'
import { api, isRefusal } from './api.ts'

/**
 * Specification section 9 requires three retries, an exponential delay of at most 30 s between them, and a cache time
 * of 5 minutes.
 */
const RETRIES = 3
export const CACHE_TIME = 5 * 60_000

/** Returns how long to wait before a retry, in ms. `attempt` is 0 for the first retry. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/**
 * Returns whether to retry a failed query. A refusal (status 4xx) is not retried, because the server would refuse the
 * same request again.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !isRefusal(error) && failures < RETRIES
}

/**
 * Creates the query cache of one browser tab, or of one page that is rendered on the server. On the server the cache
 * time is infinite, because a finite time would start a timer.
 */
export function createQueryClient(): QueryClient {
  const onServer = typeof window === 'undefined'
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        gcTime: onServer ? Number.POSITIVE_INFINITY : CACHE_TIME,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Returns the options of `useQuery` for a GET call of the API. The query key is `[name, input]`. */
export function callQuery<N extends CallName & `GET ${string}`>(name: N, input?: Input<Calls[N]>) {
  return queryOptions({
    queryKey: [name, input ?? null] as const,
    queryFn: ({ signal }) => api(name, input, { signal }),
  })
}
