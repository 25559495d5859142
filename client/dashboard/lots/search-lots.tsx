import { useNavigate } from '#client/lib/router.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { addressOfLot, words } from './texts.ts'

export function SearchLots({ name }: { name: string }) {
  const navigate = useNavigate()
  const form = useSendingForm<{ lot: string }>(
    async ({ lot }) => navigate(lot.trim() === '' ? pages.lots : addressOfLot(lot.trim())),
    { defaultValues: { lot: name } },
  )
  return (
    <search className="grid gap-4 justify-items-start">
      <SendingForm form={form} button={words.findButton} busyText={words.findButton} tone="quiet">
        <TextField
          label={words.find}
          hint={words.findHint}
          type="search"
          maxLength={40}
          autoComplete="off"
          {...form.field('lot')}
        />
      </SendingForm>
      {name !== '' && (
        <PageLink to={pages.lots} className="link">
          {words.all}
        </PageLink>
      )}
    </search>
  )
}
