import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLinkToken } from '#client/identity/links/link-page.tsx'
import { errorText, isRefusal, request } from '#client/lib/api.ts'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadError, LoadingBar } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { GiftCard } from './gift-card.tsx'
import { Begun, Redeem } from './redeem.tsx'
import { words } from './texts.ts'
import '#client/orders/sheet.css'
import './gifts.css'

/**
 * The page `/gift#<code>`, which shows a gift as a card that can be printed, and on which its recipient says where it goes. Without
 * a code in the address, it is typed.
 */
export function GiftPage() {
  const linked = useLinkToken(pages.gift)
  const [typed, setTyped] = useState('')
  const code = typed || linked
  return (
    <div className="page gift">
      <div className="not-printed">
        <PageTitle title={words.title} />
      </div>
      {code === null && <LoadingBar />}
      {code === '' && <CodeForm onCode={setTyped} />}
      {code ? <Opened key={code} code={code} onCode={setTyped} /> : null}
    </div>
  )
}

type Typing = { onCode: (code: string) => void; typed?: string; failure?: string }

function CodeForm({ onCode, typed = '', failure }: Typing) {
  const form = useSendingForm<{ code: string }>(async ({ code }) => onCode(code.trim()), {
    defaultValues: { code: typed },
  })
  return (
    <div className="mt-4 max-w-md">
      <p className="mb-6">{words.codeLead}</p>
      <SendingForm form={{ ...form, failure }} button={words.open} busyText={words.opening} wide>
        <TextField
          label={words.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('code', { validate: (code) => code.trim() !== '' || words.codeMissing })}
        />
      </SendingForm>
    </div>
  )
}

function Opened({ code, onCode }: { code: string; onCode: Typing['onCode'] }) {
  const [firstOn, setFirstOn] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['POST /gifts/code', code],
    queryFn: ({ signal }) => request('POST /gifts/code', { body: { code } }, { signal }),
    retry: false,
  })
  const { data: gift, error } = query
  if (gift)
    return (
      <div className="mt-6 grid gap-8 print:m-0">
        <GiftCard gift={{ ...gift, hasBegun: gift.hasBegun || firstOn !== null }} code={code} />
        <div className="not-printed">
          <div role="status">{firstOn !== null && <Begun firstOn={firstOn} />}</div>
          {gift.hasBegun && firstOn === null && <p>{words.used}</p>}
          {!gift.hasBegun && firstOn === null && <Redeem gift={gift} code={code} onBegun={setFirstOn} />}
        </div>
      </div>
    )
  // A refusal may pass, so the same code can be sent again.
  const open = (next: string) => (next === code ? void query.refetch() : onCode(next))
  if (isRefusal(error)) return <CodeForm onCode={open} typed={code} failure={errorText(error)} />
  if (query.isLoadingError) return <LoadError title={words.failed} query={query} />
  return <LoadingBar label={words.loading} />
}
