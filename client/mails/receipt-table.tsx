import type { CSSProperties } from 'react'
import type { Receipt } from '#contract/values/mails.ts'
import { withCents } from '#client/ui/price.tsx'
import { MailNote, MailPanel } from './mail-layout.tsx'
import { words } from './texts.ts'

const CELL: CSSProperties = { padding: '0.75rem 0', verticalAlign: 'top', textAlign: 'left' }
const AMOUNT: CSSProperties = { ...CELL, paddingLeft: '1rem', textAlign: 'right', whiteSpace: 'nowrap' }

/** A receipt as a table: the products with their prices, and the total at the end. */
export function ReceiptTable({ receipt: { lines, total } }: { receipt: Receipt }) {
  return (
    <MailPanel>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <tbody>
          {lines.map(({ id, name, soldAs, price }) => (
            <tr key={id}>
              <th scope="row" style={{ ...CELL, fontWeight: 400 }}>
                {name}
                {soldAs !== null && soldAs !== name && (
                  <>
                    <br />
                    <MailNote>{soldAs}</MailNote>
                  </>
                )}
              </th>
              <td style={AMOUNT}>${withCents(price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr style={{ borderTop: '1px solid', fontWeight: 700 }}>
            <th scope="row" style={CELL}>
              {words.total}
            </th>
            <td style={AMOUNT}>${withCents(total)}</td>
          </tr>
        </tfoot>
      </table>
    </MailPanel>
  )
}

/** Returns a receipt as plain text, with one product per line and the total at the end. */
export function receiptText({ lines, total }: Receipt): string {
  const products = lines.map(({ name, soldAs, price }) => {
    const product = soldAs === null || soldAs === name ? name : `${name} (${soldAs})`
    return `- ${product}: $${withCents(price)}`
  })
  return [...products, `${words.total}: $${withCents(total)}`].join('\n')
}
