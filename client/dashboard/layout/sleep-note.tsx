import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { momentText } from '#contract/values/dates/date-texts.ts'
import type { ShopStart } from '#contract/shop/calls.ts'
import { reasonOf } from '../delivery/move-items.ts'
import { words } from '../texts.ts'

/** Says that the shop sleeps because it may be a copy. A button wakes it after a question. */
export function SleepNote({ sleep: { since, reason } }: { sleep: NonNullable<ShopStart['sleep']> }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /shop/wake', {}),
    onSuccess: async () => {
      showSuccess(words.woken)
      await client.invalidateQueries(callQuery('GET /shop/start'))
    },
    onError: (error) => showError(reasonOf(error)),
  })
  return (
    <div className="panel start-note sleep-note" role="status">
      <p>
        <strong>{words.asleep}</strong> {words.asleepBecause[reason](momentText(since))} {words.asleepMore}
      </p>
      <ConfirmButton
        busy={isPending}
        busyText={words.waking}
        question={{ title: words.wakeTitle, more: words.wakeMore, cancel: words.cancel }}
        onConfirm={mutate}
      >
        {words.wake}
      </ConfirmButton>
    </div>
  )
}
