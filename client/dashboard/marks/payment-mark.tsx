import { Mark } from './mark.tsx'
import { texts } from '../texts.ts'

/** `OK` for what is paid, else `NOT OK`. */
export function PaymentMark({ payment }: { payment: 'OK' | undefined }) {
  const paid = payment === 'OK'
  return <Mark good={paid}>{paid ? texts.paid : texts.notPaid}</Mark>
}
