import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallName, Calls } from '#contract/api.ts'
import type { Input } from '#contract/call.ts'
import { api, isRefusal } from './api.ts'

/** Specification section 9: three retries, exponential delay capped at 30 s, cache time 5 minutes. */
const RETRIES = 3
export const CACHE_TIME = 5 * 60_000

/** How long to wait before a retry, in ms; `attempt` counts from 0. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** A refusal (4xx) is not retried, because the same request would be refused again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !isRefusal(error) && failures < RETRIES
}

/** The cache of one browser tab, or of one rendering on the server, where no timer may run. */
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

/** The options of `useQuery` for a GET call. The key is `[name, input]`. */
export function callQuery<N extends CallName & `GET ${string}`>(name: N, input?: Input<Calls[N]>) {
  return queryOptions({
    queryKey: [name, input ?? null] as const,
    queryFn: ({ signal }) => api(name, input, { signal }),
  })
}
