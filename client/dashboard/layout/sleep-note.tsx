import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { momentText } from '#contract/values/dates/date-texts.ts'
import type { ShopStart } from '#contract/shop/calls.ts'
import { reasonOf } from '../delivery/move-items.ts'
import { words } from '../texts.ts'

/** Says that the shop sleeps because it may be a copy. A button wakes it after a question. */
export function SleepNote({ sleep: { since, reason } }: { sleep: NonNullable<ShopStart['sleep']> }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
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
      <Button busy={isPending} busyText={words.waking} onClick={() => setAsking(true)}>
        {words.wake}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.wakeTitle}
          more={words.wakeMore}
          confirm={words.wake}
          cancel={words.cancel}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
