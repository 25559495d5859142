/** Called with the browser's Back and Forward before the router is. */
export const historyGuard: { onPop: ((event: PopStateEvent) => void) | null } = { onPop: null }

/** To be called before the router starts: a window calls its listeners in the order in which they were added. */
export function startHistoryGuard(): void {
  addEventListener('popstate', (event) => historyGuard.onPop?.(event))
}
