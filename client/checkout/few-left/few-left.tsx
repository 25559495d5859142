import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { putItem, readGuestCart } from '#client/guests/guest-cart.ts'
import { useSession } from '#client/identity/session.tsx'
import { api, ApiError, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { fewLeftWords as words } from './texts.ts'
import { keptIdOf } from '../guest/use-guest-items.ts'
import { QUOTES } from '../use-quote.ts'
import './few-left.css'

/**
 * Says of which products fewer are left than the cart has, and how many. A button takes the others out of the cart.
 * `lines` are the unpaid lines of the cart, oldest first. The text is in a live region, because other customers buy while
 * the page is open.
 */
export function FewLeft({ lines }: { lines: readonly Wanted[] }) {
  return (
    <div aria-live="polite" className="few-left">
      {shortagesOf(lines).map((shortage) => (
        <Few key={shortage.productId} shortage={shortage} />
      ))}
    </div>
  )
}

function Few({ shortage: { name, left, wanted, extra } }: { shortage: Shortage }) {
  const { mutate, isPending } = useTakeOut()
  const text = useId()
  return (
    <div className="panel spread">
      <p id={text}>{words.fewLeft(name, left, wanted)}</p>
      <Button
        tone="quiet"
        busy={isPending}
        busyText={words.takingOut}
        aria-describedby={text}
        onClick={() => mutate(extra)}
      >
        {left === 0 ? words.takeOut : words.takeOnly(left)}
      </Button>
    </div>
  )
}

function useTakeOut() {
  const client = useQueryClient()
  const isGuest = useSession().user === null
  return useMutation({
    mutationFn: async (ids: string[]) => {
      if (isGuest) for (const id of ids) takeOutOfBrowser(id)
      else await Promise.all(ids.map(takeOut))
    },
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await Promise.all([['GET /myCarts'], QUOTES].map((queryKey) => client.invalidateQueries({ queryKey })))
      setTimeout(restoreFocusToHeading)
    },
  })
}

/** Takes a line out of the cart. Another tab may have done so already. */
async function takeOut(id: string): Promise<void> {
  await api('DELETE /orderDelete/{id}', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error
  })
}

/**
 * Takes a piece, and the equal ones after it, out of the cart that the browser of a person without an account keeps. The
 * page shows the old pieces until the server has answered, so that the button may be pressed again. That must not take out more.
 */
function takeOutOfBrowser(pieceId: string): void {
  const keptId = keptIdOf(pieceId)
  const item = readGuestCart()?.items.find(({ id }) => id === keptId)
  const left = Number(pieceId.slice(keptId.length + 1))
  if (item) putItem({ ...item, count: Math.min(item.count, left) })
}

/** An unpaid line of the cart. `soldOut` is set if too little is left of the product for it. */
type Wanted = { _id: string; productId?: string; productName: string; soldOut?: true }

/**
 * A product of which only `left` of the `wanted` lines in the cart can be bought. `extra` are the ids of the other
 * lines.
 */
type Shortage = { productId: string; name: string; left: number; wanted: number; extra: string[] }

/** Returns the products of which fewer are left than the cart has. `lines` are the unpaid lines of the cart. */
export function shortagesOf(lines: readonly Wanted[]): Shortage[] {
  const products = Map.groupBy(lines, ({ productId = '' }) => productId)
  return [...products].flatMap(([productId, same]) => {
    const extra = same.filter(({ soldOut }) => soldOut).map(({ _id }) => _id)
    const [first] = same
    if (!first || extra.length === 0) return []
    const wanted = same.length
    return [{ productId, name: first.productName, left: wanted - extra.length, wanted, extra }]
  })
}
