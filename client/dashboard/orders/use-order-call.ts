import { useChange } from '../changes/change-button.tsx'

/** Returns a mutation that changes the order on the page, as `useChange` does. */
export function useOrderCall<V = void, R = unknown>(
  change: Omit<Parameters<typeof useChange<V, R>>[0], 'of'>,
) {
  return useChange({ of: 'orders', ...change })
}
