import { texts } from './texts.ts'

/** `OK` for what is paid, else `NOT OK`. */
export function PaymentMark({ payment }: { payment: 'OK' | undefined }) {
  const paid = payment === 'OK'
  return <span className={paid ? 'mark good' : 'mark'}>{paid ? texts.paid : texts.notPaid}</span>
}
