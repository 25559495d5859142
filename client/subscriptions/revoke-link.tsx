import { useMutation } from '@tanstack/react-query'
import { errorText, request } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { words } from './texts.ts'

/** The page to which the second link in a mail about subscriptions leads. */
export function RevokeLink({ token }: { token: string }) {
  const { mutate, isSuccess, error, isPending } = useMutation({
    mutationFn: () => request('POST /subscriptions/link/revocation', { body: { token } }),
  })
  return (
    <div className="page">
      <div className="mx-auto grid max-w-md gap-4">
        <PageTitle title={words.revokeTitle} />
        {isSuccess ? (
          <p role="status" className="panel">
            {words.revoked}
          </p>
        ) : (
          <>
            <p>{words.revokeLead}</p>
            <p>
              <Button busy={isPending} busyText={words.revoking} onClick={() => mutate()}>
                {words.revoke}
              </Button>
            </p>
            {error && (
              <p role="alert" className="form-error">
                {errorText(error)}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}
