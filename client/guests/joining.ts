import { useMutationState } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { joining, readKept, subscribeKept } from './kept-cart.ts'

/** The key of the mutation that adds the cart of this browser to the cart of an account. */
export const JOINING = ['join the guest cart']

/**
 * Returns whether the cart of this browser is being added to the cart of the account, so that a page can wait for it. It is
 * not if that has failed.
 */
export function useIsJoining(): boolean {
  const canJoin = useSyncExternalStore(
    subscribeKept,
    () => !joining.isGivenUp && readKept() !== null,
    () => false,
  )
  const failed = useMutationState({ filters: { mutationKey: JOINING, status: 'error' } })
  return canJoin && failed.length === 0
}
