import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { FocusGroup, Form } from '#client/ui/form.tsx'
import type { Quote } from '#contract/selling/checkout.ts'
import { isCode, normalCode } from '#contract/values/orders/discount-codes.ts'
import { codeWords as words } from './texts.ts'

type DiscountCodeProps = { quote: Quote; onCode: (code: string) => void }

/** The code of a discount: a folded field, or the code that is applied, with a button that removes it. */
export function DiscountCode(props: DiscountCodeProps) {
  const { code = '', refusal } = props.quote.code ?? {}
  return (
    <FocusGroup label={words.code} view={`${code} ${refusal}`}>
      {code === '' || refusal !== undefined ? (
        <CodeForm code={code} refusal={refusal} onCode={props.onCode} />
      ) : (
        <AppliedCode {...props} code={code} />
      )}
    </FocusGroup>
  )
}

function AppliedCode({ quote: { totals }, code, onCode }: DiscountCodeProps & { code: string }) {
  const isOfUse = !totals || totals.discounts?.some((part) => part.code === code)
  return (
    <div className="spread small" role="status">
      <span className="break-words">{isOfUse ? words.applied(code) : words.ofNoUse(code)}</span>
      <button type="button" className="link" onClick={() => onCode('')}>
        {words.remove}
      </button>
    </div>
  )
}

type CodeFormProps = { code: string; refusal: string | undefined; onCode: (code: string) => void }

/** A code that was refused stays in the field, which is then open. */
function CodeForm({ code, refusal, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(code)
  const [isWrong, setIsWrong] = useState(false)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = normalCode(typed)
    const isGood = entered === '' || isCode(entered)
    setIsWrong(!isGood)
    if (isGood) onCode(entered)
  }
  function leaveOut() {
    setTyped('')
    onCode('')
  }
  return (
    <details open={refusal !== undefined || isWrong}>
      <summary>{words.code}</summary>
      <div className="mt-3">
        <Form onSubmit={submit} aria-label={words.code}>
          <TextField
            label={words.code}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            error={isWrong ? words.unknown : refusal}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div className="cluster">
            <Button type="submit" tone="quiet">
              {words.apply}
            </Button>
            {refusal !== undefined && (
              <Button tone="quiet" onClick={leaveOut}>
                {words.without}
              </Button>
            )}
          </div>
        </Form>
      </div>
    </details>
  )
}
