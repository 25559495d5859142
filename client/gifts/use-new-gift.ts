import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstChosen, stateOf } from '#client/checkout/use-quote.ts'
import type { Chosen } from '#client/checkout/use-quote.ts'
import { words } from '#client/checkout/texts.ts'
import { goOn, refusalText } from '#client/checkout/use-check-out.ts'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { useRequestId } from '#client/ui/settings-form/use-request-id.ts'
import type { GiftQuoteRequest, NewGift } from '#contract/orders/gifts.ts'

const QUOTES = ['POST /gifts/quote']

export type GiftContent = Omit<GiftQuoteRequest, 'country' | 'methodId'>

/**
 * Returns what a gift costs, and the choices of its country, delivery and payment. The server chooses a country and a delivery
 * until the buyer does.
 */
export function useGiftQuote(content: GiftContent) {
  const [chosen, setChosen] = useState<Chosen>(() => ({ ...firstChosen(), way: 'parcel' }))
  // A gift costs the same in each grind, and the grinds may not be loaded yet.
  const request = { ...content, grind: null, country: chosen.country, methodId: chosen.methodId }
  const quote = useQuery({
    queryKey: [...QUOTES, request],
    queryFn: ({ signal }) => api('POST /gifts/quote', { body: request }, { signal }),
    placeholderData: keepPreviousData,
  })
  const country = chosen.country ?? quote.data?.country ?? null
  const methodId = chosen.methodId ?? quote.data?.totals?.methodId ?? null
  return { ...stateOf(quote, country, [{ ...chosen, methodId }, setChosen]), quote }
}

/**
 * Returns the function that pays for a gift, whether its request is in progress, and why nothing was paid. The same gift can be
 * sent again after a lost answer or after Back, because all requests with the same id buy one gift. After a refusal, the price
 * is fetched again.
 */
export function useBuyGift() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { idFor, renew } = useRequestId()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    retry: false,
    mutationFn: (gift: Omit<NewGift, 'requestId'>) =>
      api('POST /gifts', { body: { ...gift, requestId: idFor(gift) } }),
    onMutate: () => setFailure(null),
    onSuccess: (result) => goOn(result, navigate),
    onError: (error) => {
      if (!isRefusal(error)) return setFailure(words.unanswered(errorText(error)))
      renew()
      setFailure(refusalText(error))
      return client.invalidateQueries({ queryKey: QUOTES })
    },
  })
  return {
    pay: (gift: Omit<NewGift, 'requestId'>) => !isPending && mutate(gift),
    isPaying: isPending,
    failure,
  }
}
