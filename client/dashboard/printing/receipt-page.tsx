import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { ReceiptSheet } from '#client/orders/receipt-sheet.tsx'
import { words } from '#client/orders/texts.ts'
import { BackToOrder } from './back-to-order.tsx'

/** The page `/dashboard/order/{id}/receipt`: the receipt of any order, to be printed. */
export function OrderReceiptPage() {
  const { id = '' } = useParams()
  const order = useQuery(callQuery('GET /order/{id}', { params: { id } }))
  return (
    <PrintedPage
      title={words.receipt}
      heading={({ number }) => words.receiptFor(number)}
      query={order}
      back={<BackToOrder id={id} />}
    >
      {(receipt) => <ReceiptSheet receipt={receipt} />}
    </PrintedPage>
  )
}
