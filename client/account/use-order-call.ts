import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, errorText } from '#client/lib/api.ts'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'

/**
 * Returns a mutation that makes a call for one of the customer's orders, shows the text `done` afterwards, and loads the
 * list of orders again.
 */
export function useOrderCall(
  name: 'DELETE /myOrder/{id}' | 'PUT /myOrder/{id}/withdrawal',
  { id, done }: { id: string; done: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(name, { params: { id } }),
    onSuccess: () => showSuccess(done),
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['GET /myOrders'] })
      setTimeout(restoreFocusToHeading)
    },
  })
}
