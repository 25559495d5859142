import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import type { Lot } from '#contract/orders/lots.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { Mark } from '../marks/marks.tsx'
import { LotCorrectionForm } from './lot-form.tsx'
import { OrdersOfLot } from './orders-of-lot.tsx'
import { lotTitle, words, yieldText } from './texts.ts'

type Props = {
  lot: Lot
  /** The stock that counts the grams of its coffee. */
  pool: string | undefined
  /** Whether its orders are shown at first. */
  isOpen: boolean
  onTakeBack: () => void
}

export function LotCard({ lot, pool, isOpen, onTakeBack }: Props) {
  const [showsOrders, setShowsOrders] = useState(isOpen)
  const [isCorrected, setIsCorrected] = useState(false)
  const correct = useRef<HTMLButtonElement>(null)
  function close() {
    flushSync(() => setIsCorrected(false))
    correct.current?.focus()
  }
  const title = lotTitle(lot)
  return (
    <article className="panel grid gap-4">
      <div className="spread">
        <h3 className="text-lg">{title}</h3>
        <LeftMark lot={lot} />
      </div>
      <LotFacts lot={lot} />
      {isCorrected ? (
        <LotCorrectionForm lot={lot} onClose={close} />
      ) : (
        <div className="cluster">
          <Button
            tone="quiet"
            aria-expanded={showsOrders}
            aria-label={words.whoOf(title)}
            onClick={() => setShowsOrders(!showsOrders)}
          >
            {words.who}
          </Button>
          <Button
            ref={correct}
            tone="quiet"
            aria-label={words.correctOf(title)}
            onClick={() => setIsCorrected(true)}
          >
            {words.correct}
          </Button>
          {lot.packedGrams === 0 && <TakeBack {...{ lot, pool, onTakeBack }} />}
        </div>
      )}
      {showsOrders && <OrdersOfLot lot={lot} />}
    </article>
  )
}

function LeftMark({ lot: { roastedGrams, packedGrams, isUsedUp } }: { lot: Lot }) {
  const left = roastedGrams - packedGrams
  const isOpen = left > 0 && !isUsedUp
  return <Mark good={isOpen}>{isOpen ? `${grams(left)} left` : 'Used up'}</Mark>
}

function LotFacts({ lot }: { lot: Lot }) {
  const { roastedOn, by, supplier, dueDiligence, note } = lot
  const origin = [supplier, dueDiligence].filter((text) => text !== '')
  return (
    <div>
      <p>
        Roasted on {dateText(roastedOn)}
        {by !== undefined && `, entered by ${by}`}
      </p>
      <p>{yieldText(lot)}</p>
      {origin.length > 0 && <p className="small">{origin.join(' · ')}</p>}
      {note !== '' && <p className="small whitespace-pre-line">{note}</p>}
    </div>
  )
}

function TakeBack({ lot, pool, onTakeBack }: Omit<Props, 'isOpen'>) {
  const title = lotTitle(lot)
  return (
    <ChangeButton
      of="GET /lots"
      send={() => {
        onTakeBack()
        return api('DELETE /lots/{id}', { params: { id: lot._id } })
      }}
      done={words.tookBack}
      aria-label={words.takeBackOf(title)}
      question={{
        title: words.takeBackTitle(title),
        more: pool === undefined ? words.takeBackUncounted : words.takeBackMore(pool),
      }}
    >
      {words.takeBack}
    </ChangeButton>
  )
}
