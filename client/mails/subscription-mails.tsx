import type { MailProps, SubscriptionEvent } from '#contract/values/mails.ts'
import { shopDay, weekdayMomentText, weekdayText } from '#contract/values/dates/date-texts.ts'
import { button, lines, paragraph, quietLink } from './mail-layout.tsx'
import type { Content } from './mail-layout.tsx'
import { hello, REPLY_FOOT } from './notice-texts.ts'

type Mail = Extract<MailProps, { template: 'subscription' }>

/** Returns the content of a mail about subscriptions. Its link opens them without a password, so it can be revoked. */
export function subscriptionContent(mail: Mail): Content {
  const { title, lead, more } = texts[mail.event]
  return {
    title,
    parts: [
      paragraph(`${hello(mail.name)} ${lead(factsOf(mail))}`),
      lines(mail.coffees),
      ...(more ? [paragraph(more(factsOf(mail)))] : []),
      button(common.button, mail.link),
      quietLink(common.revokeLead, { label: common.revoke, href: mail.revokeLink }),
    ],
    foot: REPLY_FOOT,
  }
}

type Facts = { amount: string; roastOn: string; until: string; day: string; before: string; reason: string }

function factsOf({ amount = '', roastOn, until, at, before = [], reason = '' }: Mail): Facts {
  return {
    amount,
    before: before.join('; '),
    reason,
    roastOn: roastOn === undefined ? '' : weekdayText(roastOn),
    until: until === undefined ? '' : weekdayMomentText(until),
    day: at === undefined ? '' : weekdayText(shopDay(at)),
  }
}

const common = {
  button: 'See your subscriptions',
  revokeLead:
    'The button opens your subscriptions without a password, for 60 days. If this mail may have reached another person, revoke the link:',
  revoke: 'Revoke this link and all earlier ones',
}

function newCard(why: string): string {
  return `${why}, press “Change card” on the page of your subscriptions.`
}

type Text = { title: string; lead: (facts: Facts) => string; more?: (facts: Facts) => string }

const texts: Record<SubscriptionEvent, Text> = {
  'begun': {
    title: 'Your subscription has begun',
    lead: () => 'from now on, we send you this:',
    more: () =>
      'We write to you before each delivery. You can skip one, move it, take another coffee, pause or cancel whenever you like.',
  },
  'reminder': {
    title: 'Your next coffee',
    lead: ({ roastOn }) => `on ${roastOn}, we roast this for you:`,
    more: ({ until, amount }) =>
      `${amount === '' ? '' : `It costs ${amount} with delivery. `}You can change or skip it until ${until}.`,
  },
  'declined': {
    title: 'Your card was declined',
    lead: ({ amount, day }) =>
      `your bank has declined ${amount} for your subscription. We try it again on ${day}, and you need not do anything if your card works then.`,
    more: () => newCard('To pay with another card'),
  },
  'confirm': {
    title: 'Please confirm a payment',
    lead: ({ amount, day }) =>
      `your bank wants you to confirm a payment of ${amount} for your subscription yourself. We try it once more on ${day}.`,
    more: () => newCard('Please save your card again before that day'),
  },
  'paused': {
    title: 'Your subscription is paused',
    lead: ({ amount }) =>
      `we could not charge ${amount} for your subscription. The order is cancelled, nothing was charged, and nothing more is charged until you start it again:`,
    more: () => newCard('If your card no longer works'),
  },
  'unpaid': {
    title: 'Your subscription is paused',
    lead: ({ amount }) =>
      `the transfer of ${amount} for your subscription has not reached us, nor has the one before. Both orders are cancelled, and nothing more comes until you start it again:`,
    more: () => 'If you have paid in the meantime, please reply to this mail.',
  },
  'sold-out': {
    title: 'Your coffee is sold out',
    lead: ({ roastOn }) =>
      `we do not have enough of this for ${roastOn}. We skip that delivery, and you pay nothing for it:`,
    more: () => 'The next one comes as planned. You can also choose another coffee, or a second choice.',
  },
  'impossible': {
    title: 'Your coffee cannot be delivered',
    lead: ({ roastOn, until }) =>
      `what we were to roast for you on ${roastOn} cannot be delivered to you any more. ${until === '' ? 'We' : 'Unless you change that, we'} skip it, and you pay nothing for it:`,
    more: ({ until }) =>
      `Please choose another way of delivery or another address on the page of your subscriptions${until === '' ? '' : ` until ${until}`}, or write to us.`,
  },
  'price': {
    title: 'The price of your subscription will change',
    lead: ({ amount, day }) =>
      `from ${day} on, a bag of this costs ${amount}. Until then, you pay the old price:`,
    more: () => 'If you do not agree, take another coffee or cancel before that day.',
  },
  'ended': {
    title: 'Your subscription has ended',
    lead: () => 'you have cancelled this. Nothing more is sent or charged, except what is already ordered:',
    more: () => 'You can start it again whenever you like.',
  },
  'resumed': {
    title: 'Your subscription goes on',
    lead: () => 'from now on, we send you this again:',
  },
  'gift': {
    title: 'Your gift of coffee has begun',
    lead: () => 'you get this:',
    more: () =>
      'We write to you before each delivery. You can skip one, move it, or take another coffee. You pay nothing.',
  },
  'gift-over': {
    title: 'The last delivery of your gift',
    lead: () => 'what we roast for you now is the last delivery of your gift:',
    more: () =>
      'If you would like it to go on, the page of your subscriptions leads to the coffee, to which you can subscribe.',
  },
  'link': {
    title: 'Your subscriptions',
    lead: () => 'here you can change or cancel your subscriptions:',
    more: () => 'If it was not you who asked for this, you need not do anything.',
  },
  'changed': {
    title: 'Your subscription was changed',
    lead: () => 'we have changed your subscription. Now it is:',
    more: ({ before, roastOn }) =>
      [
        before === '' ? '' : `Before, it was: ${before}.`,
        roastOn === '' ? '' : `We roast the next delivery on ${roastOn}.`,
        'If this is not what you want, you can change it again.',
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
  },
  'stopped': {
    title: 'Your subscription has ended',
    lead: () => 'we have ended this. Nothing more is sent or charged, except what is already ordered:',
    more: ({ reason }) =>
      `${reason === '' ? '' : `The reason: “${reason}”. `}You can start it again whenever you like.`,
  },
}
