import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ChangeEvent } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import type { Option } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import type { ProductStock } from '#contract/selling/stock.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { shownStock, choiceOf, choiceOfPool, isNew } from './stock-input.ts'
import { words } from './texts.ts'
import { useSaveStock } from './use-save-stock.ts'

type StockPanelProps = { id: string; hasWeight: boolean }

/**
 * The panel that shows and changes the stock of a product, below the form of its coffee or packet. A demo shop does not
 * have it.
 */
export function StockPanel(props: StockPanelProps) {
  if (usePageState().settings.demo) return null
  return <Panel {...props} />
}

function Panel({ id, hasWeight }: StockPanelProps) {
  const stock = useQuery(callQuery('GET /productStock/{id}', { params: { id } }))
  const heading = useId()
  return (
    <section
      className="panel mt-10 grid max-w-xl gap-4 p-6"
      aria-labelledby={heading}
      aria-busy={stock.isPending || undefined}
    >
      <h2 id={heading} className="text-xl">
        {words.heading}
      </h2>
      {stock.data && (
        <StockForm key={stock.data.stock?._id ?? 'none'} {...{ id, hasWeight }} shown={stock.data} />
      )}
      {stock.isPending && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-48" />
        </div>
      )}
      {stock.isLoadingError && <LoadError title={words.failed} query={stock} />}
    </section>
  )
}

/** The form that changes how much is left of a product, or which stock it is taken from. */
function StockForm({ id, shown, hasWeight }: { id: string; shown: ProductStock; hasWeight: boolean }) {
  const [input, setInput] = useState({ use: choiceOf(shown.stock), poolName: '', amount: '' })
  const clear = () => setInput((typed) => ({ ...typed, amount: '' }))
  const { save, renew, isBusy, errors, failure } = useSaveStock(id, { shown, onSaved: clear })
  const left = shownStock(shown, input.use)
  const onType = ({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    // What is typed again is another change, also if it is the same text.
    renew()
    setInput((typed) => ({ ...typed, [name]: value }))
  }
  return (
    <Form onSubmit={(event) => save(event, input)}>
      <OptionField
        label={words.use}
        name="use"
        options={optionsFor(shown, hasWeight)}
        hint={hasWeight ? undefined : words.weightFirst}
        value={input.use}
        onChange={onType}
      />
      {input.use === 'newPool' && (
        <TextField
          label={words.poolName}
          name="poolName"
          maxLength={NAME_LENGTH}
          autoComplete="off"
          error={errors.poolName}
          value={input.poolName}
          onChange={onType}
        />
      )}
      {left && (
        <TextField
          label={words.amount[left.unit]}
          name="amount"
          hint={isNew(shown, input.use) ? words.newHint[left.unit] : words.hint(words.left(left))}
          // Phones show a keypad with digits and a plus sign for `tel`. The keypad for `numeric` may have no plus sign.
          inputMode="tel"
          autoComplete="off"
          error={errors.amount}
          value={input.amount}
          onChange={onType}
        />
      )}
      <div>
        <Button type="submit" tone="quiet" busy={isBusy} busyText={words.saving}>
          {words.save}
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </Form>
  )
}

function optionsFor({ pools }: ProductStock, hasWeight: boolean): Option[] {
  const kinds = [
    { value: 'none', text: words.none },
    { value: 'bags', text: words.bags },
  ]
  if (!hasWeight) return kinds
  const named = pools.map((pool) => ({ value: choiceOfPool(pool), text: words.pool(pool.name) }))
  return [...kinds, ...named, { value: 'newPool', text: words.newPool }]
}
