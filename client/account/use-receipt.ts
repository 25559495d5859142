import { useQuery } from '@tanstack/react-query'
import { useLinkToken } from '#client/identity/links/link-page.tsx'
import { request } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { pages } from '#contract/pages.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'

/**
 * Fetches the receipt. The link in a mail to a person without an account has a key. With it, the server shows the order in
 * this browser, even if a user is signed in. The key stops working when the order moves to an account. When another user
 * signs in in another tab, this page forgets the key. The person then has to open the link again.
 */
export function useReceipt(id: string) {
  const key = useLinkToken(pages.ownReceipt(id))
  const entry = useQuery({
    queryKey: ['POST /auth/guest', key],
    queryFn: () => request('POST /auth/guest', { body: { key: key ?? '' } }),
    enabled: Boolean(key),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const call = callQuery('GET /myOrder/{id}', { params: { id } })
  const authorization = entry.isSuccess ? AS_GUEST : undefined
  const receipt = useQuery({
    ...call,
    ...(authorization && {
      queryFn: ({ signal }) => request('GET /myOrder/{id}', { params: { id } }, { signal, authorization }),
    }),
    enabled: key === '' || entry.isFetched,
  })
  return { receipt, authorization }
}
