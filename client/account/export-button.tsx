import { useState } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { words } from './texts.ts'

/** The button with which customers download everything that the shop stores about them, as a JSON file. */
export function ExportButton() {
  const [isBusy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const data = await api('GET /account/export')
      save(JSON.stringify(data, null, 2))
    } catch (error) {
      showError(errorText(error))
    }
    setBusy(false)
  }

  return (
    <p>
      <Button tone="quiet" busy={isBusy} busyText={words.collecting} onClick={() => void download()}>
        {words.download}
      </Button>
    </p>
  )
}

const FILE_NAME = 'my-data.json'

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  // Firefox begins the download only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
