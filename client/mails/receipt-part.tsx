import { Fragment } from 'react'
import type { CSSProperties } from 'react'
import { packedAs } from '#client/lib/packed-as.ts'
import { receiptRows } from '#client/ui/receipt/total-rows.ts'
import type { Receipt, ReceiptLine } from '#contract/values/mails.ts'
import { formatPrice } from '#contract/values/money.ts'
import { MailNote, MailPanel } from './mail-layout.tsx'
import type { Part } from './mail-layout.tsx'

export function receiptPart(receipt: Receipt): Part {
  return { text: receiptText(receipt), element: <ReceiptTable receipt={receipt} /> }
}

/** Long words break, so that large text stays inside of a phone. */
const CELL: CSSProperties = {
  padding: '0.75rem 0',
  verticalAlign: 'top',
  textAlign: 'left',
  overflowWrap: 'anywhere',
}
const TOTAL: CSSProperties = { borderTop: '1px solid', fontWeight: 700 }
const AMOUNT: CSSProperties = { ...CELL, paddingLeft: '1rem', textAlign: 'right', whiteSpace: 'nowrap' }

function ReceiptTable({ receipt }: { receipt: Receipt }) {
  return (
    <MailPanel>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" style={{ ...CELL, fontWeight: 400 }}>
                {line.name}
                {notesOf(line).map((note) => (
                  <Fragment key={note}>
                    <br />
                    <MailNote>{note}</MailNote>
                  </Fragment>
                ))}
              </th>
              <td style={AMOUNT}>{formatPrice(line.price, receipt.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {receiptRows(receipt).map(({ label, amount, isTotal }) => (
            <tr key={label} style={isTotal && TOTAL}>
              <th scope="row" style={isTotal ? CELL : { ...CELL, fontWeight: 400 }}>
                {label}
              </th>
              <td style={AMOUNT}>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </MailPanel>
  )
}

/** Returns a receipt as plain text, with one product per line and the total at the end. */
function receiptText(receipt: Receipt): string {
  const products = receipt.lines.map((line) => {
    const notes = notesOf(line).join('; ')
    const product = notes === '' ? line.name : `${line.name} (${notes})`
    return `- ${product}: ${formatPrice(line.price, receipt.currency)}`
  })
  const totals = receiptRows(receipt).map(({ label, amount }) => `${label}: ${amount}`)
  return [...products, ...totals].join('\n')
}

/** Returns the notes under the name of a product: its brand or category, and its weight and grind. */
function notesOf({ name, soldAs, ...line }: ReceiptLine): string[] {
  return [soldAs === name ? null : soldAs, packedAs(line)].filter((note) => note !== null)
}
