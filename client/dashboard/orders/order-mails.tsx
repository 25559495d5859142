import { useId } from 'react'
import type { Mail } from '#contract/mail.ts'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { MailStatus, MailSubject } from '../logs/mail-parts.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { OrderPanel } from './order-panels.tsx'
import { words } from './texts.ts'

export function OrderMails({ order }: { order: OrderDetails }) {
  const { sendsMail } = usePageState().settings
  const hasGiftCode = sendsMail && order.gift === 'unused'
  if (order.mails.length === 0 && !hasGiftCode) return null
  return (
    <OrderPanel title={words.mails}>
      <ul className="order-log">
        {order.mails.map((mail) => (
          <li key={mail._id} className="order-mail">
            <div id={rowFocusId(mail._id)}>
              <MailSubject mail={mail} />
              <p className="small">
                {mail.to === undefined ? words.toShop : <EmailText email={mail.to} />},{' '}
                <Moment at={mail.sentAt ?? mail.createdAt} />
              </p>
              <MailStatus mail={mail} />
            </div>
            {sendsMail && <SendAgain order={order} mail={mail} />}
          </li>
        ))}
      </ul>
      {hasGiftCode && <NewGiftCode order={order} />}
    </OrderPanel>
  )
}

/** The button with which the buyer of an unused gift gets another code, because the mail with the first one was lost. */
function NewGiftCode({ order: { _id: id } }: { order: OrderDetails }) {
  const hint = useId()
  return (
    <div>
      <ChangeButton
        of="orders"
        send={() => api('POST /order/{id}/giftCode', { params: { id } })}
        done={words.giftCodeSent}
        aria-describedby={hint}
      >
        {words.newGiftCode}
      </ChangeButton>
      <p id={hint} className="small mt-1">
        {words.newGiftCodeMore}
      </p>
    </div>
  )
}

function SendAgain({ order: { _id: id, email }, mail }: { order: OrderDetails; mail: Mail }) {
  const to = mail.to === undefined ? words.toShop : email
  return (
    <ChangeButton
      of="orders"
      send={() => api('POST /order/{id}/mails', { params: { id }, body: { mailId: mail._id } })}
      done={({ modifiedCount }) => (modifiedCount === 0 ? words.sentJustNow : words.sentAgain(to))}
      aria-describedby={rowFocusId(mail._id)}
    >
      {words.sendAgain}
    </ChangeButton>
  )
}
