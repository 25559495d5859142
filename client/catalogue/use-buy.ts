import type { QueryClient } from '@tanstack/react-query'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import type { Product } from '#contract/catalogue.ts'
import type { Person } from '#contract/identity.ts'
import { newOrderOf } from './new-order.ts'
import { texts, words } from './texts.ts'

/** Puts a product into the cart of the person who is signed in; one click, one item. */
export function useBuy(product: Product): { buy: () => void; busy: boolean } {
  const { user } = useSession()
  const client = useQueryClient()
  const mutationKey = ['buy', product._id]
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    mutationFn: (buyer: Person) => api('POST /orders', { body: newOrderOf(buyer, product) }),
    onSuccess: ({ acknowledged }) => acknowledged && showSuccess(texts.added(product.name)),
    onError: (error) => tellProblem(client, product, error),
    onSettled: (_answer, _error, { email }) => {
      void client.invalidateQueries({ queryKey: callQuery('GET /myCarts', { query: { email } }).queryKey })
    },
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const isFree = () => client.isMutating({ mutationKey }) === 0
  return { buy: () => user && isFree() && mutate(user), busy }
}

/** A refusal (price changed, no longer sold) means that what is shown is old: it is read again. */
function tellProblem(client: QueryClient, product: Product, error: Error): void {
  showError(buyProblemText(error, product.name))
  if (!isRefusal(error)) return
  void client.invalidateQueries({ queryKey: ['GET /coffeeDetails/{id}'] })
  void client.invalidateQueries({ queryKey: ['GET /bagDetails/{id}'] })
}

function buyProblemText(error: Error, productName: string): string {
  if (!isRefusal(error)) return words.perhapsAdded(productName, errorText(error))
  if (error.code === 'unknown-product') return words.notSold(productName)
  if (error.code !== 'price-changed') return errorText(error)
  const price = error.body?.price
  return price ? words.priceChanged(productName, price) : words.priceChangedOnly(productName)
}
