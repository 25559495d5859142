import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { useViewFocus } from '#client/ui/use-row-focus.ts'
import { startSteps } from '#contract/shop/opening-choices.ts'
import type { StartStep } from '#contract/shop/opening-choices.ts'
import type { ShopStart } from '#contract/shop/start.ts'
import { DeliveryStep } from './delivery-step.tsx'
import { NameStep } from './name-step.tsx'
import { OpenedNote, OpenStep } from './open-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { ProductStep } from './product-step.tsx'
import { Step } from './step.tsx'
import { words } from './texts.ts'

type OpenPart = StartStep | 'open'

/** The HTML id of the text that gets the focus when the shop was opened. */
const OPENED = 'shop-is-open'

/**
 * All steps of setting up the shop. The form of one step is shown at a time: that of the step which the admin has chosen,
 * or else of the first that is not done.
 */
export function Steps({ start }: { start: ShopStart }) {
  const client = useQueryClient()
  const { isOpen } = usePageState().settings.shop
  const [chosen, setChosen] = useState<OpenPart | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const missing = startSteps.filter((step) => !start.isDone[step])
  useViewFocus(String(isOpen), OPENED)
  const shown = chosen ?? missing[0] ?? (isOpen ? null : 'open')

  function choose(step: OpenPart) {
    setHasMoved(true)
    setChosen(step)
  }

  async function onSaved() {
    await client.invalidateQueries({ queryKey: ['GET /shop/start'] })
    setHasMoved(true)
    setChosen(null)
  }

  return (
    <>
      {isOpen ? <OpenedNote id={OPENED} /> : <p>{words.startLead}</p>}
      <ol className="start-steps">
        {startSteps.map((step) => {
          const Form = FORMS[step]
          return (
            <Step
              key={step}
              title={words.steps[step]}
              isDone={start.isDone[step]}
              isShown={shown === step}
              takesFocus={hasMoved}
              onShow={() => choose(step)}
            >
              <Form start={start} onSaved={onSaved} />
            </Step>
          )
        })}
        {!isOpen && (
          <Step
            title={words.steps.open}
            isDone={false}
            isShown={shown === 'open'}
            takesFocus={hasMoved}
            onShow={() => choose('open')}
          >
            <OpenStep missing={missing} />
          </Step>
        )}
      </ol>
    </>
  )
}

const FORMS = { name: NameStep, delivery: DeliveryStep, payment: PaymentStep, products: ProductStep }
