import { packedAs } from '#client/lib/packed-as.ts'
import { useShop } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { OpenedGift } from '#contract/orders/gifts.ts'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

export function GiftCard({ gift, code }: { gift: OpenedGift; code: string }) {
  const { product, grind, quantity, deliveries, everyWeeks, from, recipient, message } = gift
  const { name } = useShop()
  const packed = packedAs({ weight: product.weight, grind: grind ?? undefined })
  return (
    <div className="grid justify-items-start gap-4">
      <article className="gift-card" aria-label={words.giftFor(recipient)}>
        <Picture src={product.img} alt="" sizes="14rem" />
        <div className="grid content-start gap-3">
          <p className="small">{name}</p>
          {recipient !== '' && <h2 className="text-2xl">{words.giftFor(recipient)}</h2>}
          {message !== '' && <p className="gift-message">{message}</p>}
          {from !== '' && <p>{words.giftFrom(from)}</p>}
          <p>
            <span className="font-semibold">{words.bagsOf(quantity, product.name)}</span>
            {packed && <span className="block">{packed}</span>}
            <span className="block">{words.contents(deliveries, everyWeeks)}</span>
          </p>
          {!gift.hasBegun && (
            <p>
              <span className="gift-code">{code}</span>
              <span className="small block">{words.enterAt(location.host + pages.gift)}</span>
            </p>
          )}
        </div>
      </article>
      {!gift.hasBegun && (
        <div className="not-printed cluster">
          <Button tone="quiet" onClick={() => window.print()}>
            {words.print}
          </Button>
          <p className="small">{words.passOn(recipient)}</p>
        </div>
      )}
    </div>
  )
}
