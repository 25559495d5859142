import { useMutation } from '@tanstack/react-query'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'

type LinkActionProps = {
  lead: string
  button: string
  busyText: string
  /** Resolves to the text that then stands in place of the button. */
  act: () => Promise<string>
}

/** What the link of a mail does. It takes a press of a button, because mail programs and scanners open links by themselves. */
export function LinkAction({ lead, button, busyText, act }: LinkActionProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: act })
  if (data !== undefined)
    return (
      <p role="status" className="panel mt-4 wrap-anywhere">
        {data}
      </p>
    )
  return (
    <div className="mt-4 grid gap-4">
      <p className="wrap-anywhere">{lead}</p>
      <p>
        <Button noDoubleClick busy={isPending} busyText={busyText} onClick={() => mutate()}>
          {button}
        </Button>
      </p>
      <div role="alert" className="form-error">
        {error && errorText(error)}
      </div>
    </div>
  )
}
