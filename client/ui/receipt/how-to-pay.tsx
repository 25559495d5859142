import { useCurrency } from '#client/lib/page-state.ts'
import type { Transfer } from '#contract/orders/own-orders.ts'
import { formatPrice } from '#contract/values/money.ts'
import { CopyButton } from './copy-button.tsx'
import './how-to-pay.css'

const words = {
  heading: 'How to pay',
  holder: 'To',
  iban: 'IBAN',
  amount: 'Amount',
  reference: 'Reference',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  qr: (amount: string, holder: string, reference: string) =>
    `QR code for your banking app: ${amount} to ${holder}, reference ${reference}`,
  scan: 'Scan it with your banking app',
} as const

/** How to pay an order that waits for its payment: the bank account, and the owner's text. */
export function HowToPay({ transfer, note }: { transfer?: Transfer | undefined; note?: string | undefined }) {
  if (!transfer && !note) return null
  return (
    <section className="grid grid-cols-1 gap-3 wrap-anywhere panel">
      <h2 className="text-xl">{words.heading}</h2>
      {transfer && <BankTransfer transfer={transfer} />}
      {note && <p className="whitespace-pre-line">{note}</p>}
    </section>
  )
}

function BankTransfer({ transfer }: { transfer: Transfer }) {
  const { holder, iban, reference, qr } = transfer
  const amount = formatPrice(transfer.amount, useCurrency())
  return (
    <div className="bank-transfer">
      <dl>
        <Row label={words.holder} text={holder} />
        <Row label={words.iban} text={inGroups(iban)} copied={iban} />
        <Row label={words.amount} text={amount} copied={transfer.amount} />
        <Row label={words.reference} text={reference} />
      </dl>
      {qr && (
        <figure>
          <img src={qr} alt={words.qr(amount, holder, reference)} width={160} height={160} />
          <figcaption className="small">{words.scan}</figcaption>
        </figure>
      )}
    </div>
  )
}

/** Writes an IBAN in groups of four characters, as on paper. */
function inGroups(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, '$& ')
}

/** A part of the transfer with a button that copies it. */
function Row({ label, text, copied = text }: { label: string; text: string; copied?: string }) {
  return (
    <div>
      <dt className="soft small">{label}</dt>
      <dd>
        <span>{text}</span>
        <CopyButton text={copied} label={words.copyOf(label)}>
          {words.copy}
        </CopyButton>
      </dd>
    </div>
  )
}
