import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { itemsOf } from '#client/guests/guest-cart.ts'
import type { KeptItem } from '#client/guests/guest-cart.ts'
import { api } from '#client/lib/api.ts'
import type { OrderItem } from '#contract/cart.ts'

/**
 * Asks the server what the items of the browser's cart cost now and how many are left. The id of each piece begins with the
 * id of the kept item, so that it stays the same when other items are removed. The server does not know the name and the
 * picture of a product that is no longer sold.
 */
export function useGuestItems(kept: readonly KeptItem[]) {
  const items = itemsOf(kept)
  return useQuery({
    queryKey: ['POST /guestCart', kept.map(({ id }) => id), items],
    queryFn: async ({ signal }) => {
      const pieces = withKeptIds(await api('POST /guestCart', { body: { items } }, { signal }), kept)
      return pieces.map((piece) => (piece.removed ? { ...piece, ...known(piece, kept) } : piece))
    },
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** The server names a piece by the place of its item in the request: `<index>-<number of the piece>`. */
export function withKeptIds<T extends { _id: string }>(pieces: readonly T[], kept: readonly KeptItem[]): T[] {
  return pieces.map((piece) => {
    const [index, number] = piece._id.split('-')
    return { ...piece, _id: `${kept[Number(index)]?.id}-${number}` }
  })
}

/** Returns the id of the kept item to which a piece belongs. */
export function keptIdOf(pieceId: string): string {
  return pieceId.slice(0, pieceId.lastIndexOf('-'))
}

function known({ _id }: OrderItem, kept: readonly KeptItem[]): Partial<OrderItem> {
  const { name: productName = '', img = '' } = kept.find(({ id }) => id === keptIdOf(_id))?.product ?? {}
  return { productName, img }
}
