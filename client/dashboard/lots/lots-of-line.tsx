import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { FocusGroup } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { LoadError, LoadingBar } from '#client/ui/states.tsx'
import type { LotChoices, LotsOfLine } from '#contract/orders/lots.ts'
import type { PackedOrder } from '#contract/orders/order-details.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { useChange } from '../changes/change-button.tsx'
import { addressOfLot, lotText, words } from './texts.ts'

type LineProps = { order: Pick<PackedOrder, 'state' | 'lots'>; item: { _id: string; productName: string } }

/**
 * The lots from which a line of an order is packed, and the button that changes them until the order is sent. Shows nothing
 * if the coffee has no lots.
 */
export function LotsOfOneLine({ order: { state, lots: ofLines }, item }: LineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const found = ofLines.find(({ line }) => line === item._id)
  const canChange = found && isPacked(state, found)
  if (!found || (found.lots.length === 0 && !canChange)) return null
  return (
    <div className="grid gap-2">
      {found.lots.length === 0 && <p>{words.noLot}</p>}
      {found.lots.map((lot) => (
        <p key={lot._id}>
          <PageLink to={addressOfLot(lot.name)} className="link">
            {lotText(lot)}
          </PageLink>
          {found.lots.length > 1 && `, ${grams(lot.grams)}`}
        </p>
      ))}
      {canChange && (
        <FocusGroup label={words.changeOf(item.productName)} view={String(isOpen)}>
          {isOpen ? (
            <ChangeLots item={item} found={found} onClose={() => setIsOpen(false)} />
          ) : (
            <Button
              tone="quiet"
              aria-label={words.changeOf(item.productName)}
              onClick={() => setIsOpen(true)}
            >
              {words.change}
            </Button>
          )}
        </FocusGroup>
      )}
    </div>
  )
}

/** A pickup is packed, but not paid, when its customer is told that it is ready. */
function isPacked(state: LineProps['order']['state'], { lots }: LotsOfLine): boolean {
  return state === 'packed' || state === 'ready' || (state === 'waiting' && lots.length > 0)
}

type ChangeProps = { item: LineProps['item']; found: LotsOfLine; onClose: () => void }

function ChangeLots(props: ChangeProps) {
  const choices = useQuery(callQuery('GET /line/{id}/lots', { params: { id: props.item._id } }))
  if (choices.isPending) return <LoadingBar label={words.loadingLots} />
  if (choices.data) return <ChoiceForm {...props} choices={choices.data} />
  return choices.isLoadingError && <LoadError title={words.lotsFailed} query={choices} />
}

/** A second lot can be chosen if the first one has too little. */
function ChoiceForm({ item, found, choices, onClose }: ChangeProps & { choices: LotChoices }) {
  const [first, setFirst] = useState(found.lots[0]?._id ?? '')
  const [second, setSecond] = useState(found.lots[1]?._id ?? '')
  const left = choices.lots.find(({ _id }) => _id === first)?.left ?? choices.grams
  const needsSecond = left < choices.grams
  const chosen = needsSecond ? [first, second] : [first]
  const { mutate, isPending } = useChange({
    of: 'orders',
    send: () =>
      api('PUT /line/{id}/lots', {
        params: { id: item._id },
        body: { lots: chosen.filter((id) => id !== '') },
      }),
    done: () => words.changed(item.productName),
    onDone: onClose,
  })
  const options = [
    { value: '', text: words.noLot },
    ...choices.lots.map((lot) => ({ value: lot._id, text: `${lotText(lot)}: ${grams(lot.left)} left` })),
  ]
  return (
    <div className="grid gap-2">
      <OptionField
        label={words.firstLot}
        options={options}
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      {needsSecond && (
        <OptionField
          label={words.secondLot}
          options={options.filter(({ value }) => value !== first)}
          value={second}
          onChange={({ target }) => setSecond(target.value)}
        />
      )}
      <div className="cluster">
        <Button busy={isPending} busyText={words.saving} onClick={() => mutate()}>
          {words.save}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </div>
  )
}
