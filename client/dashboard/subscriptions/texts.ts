const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** The texts of the page "Subscriptions". The specification does not prescribe them. */
export const words = {
  loading: 'Loading the subscriptions',
  failed: 'The subscriptions could not be loaded',
  lead: 'Coffees that come every few weeks. Each delivery becomes an order two days before the cut-off of its roast day, and seven days before if it is paid by transfer.',
  notOffered: 'Your shop offers no subscriptions.',
  offer: 'Offer them in Selling',

  missed: 'Missed deliveries',
  missedMore:
    'These were not ordered before the cut-off of their roast day, because the shop was not running, or was asleep as a copy. Nothing was charged. Decide about each:',
  missedOn: (day: string) => `Missed on ${day}`,
  send: 'Send with the next roast day',
  sendTitle: (name: string) => `Send what ${name} missed?`,
  sendMore: (coffees: string) =>
    `An order for ${coffees} is placed now, and charged like every other delivery. What is planned stays as it is.`,
  sendYes: 'Send it',
  sent: (name: string) => `${name} gets it with the next roast day`,
  leaveOut: 'Leave out',
  leaveOutTitle: (name: string) => `Leave out what ${name} missed?`,
  leaveOutMore: (coffees: string) =>
    `${coffees} is neither sent nor charged. What is planned stays as it is.`,
  leftOut: (name: string) => `Left out for ${name}`,
  notActive: 'The subscription is paused or has ended, so it can only be left out.',
  buttonOf: (button: string, name: string, day: string) => `${button}: ${name}, ${day}`,
  working: 'Saving…',

  due: 'The next four weeks',
  dueMore:
    'Do you close for a holiday? What is due then moves to the next roast day for all, once the days are among the',
  closedDays: 'closed days in Selling',
  noneDue: 'Nothing is due in the next four weeks.',
  undeliverable: 'Cannot be delivered',
  undeliverableMore: (count: number) =>
    `${counted(count, 'subscription', 'subscriptions')} of the next four weeks cannot be delivered, because Selling has no way to the address any more. What is due leaves them out.`,
  bags: (count: number) => counted(count, 'bag', 'bags'),
  deliveries: (count: number) => counted(count, 'delivery', 'deliveries'),
  orders: (count: number, unpaid: number) =>
    count === 0
      ? 'Not ordered yet'
      : `${counted(count, 'order', 'orders')}${unpaid === 0 ? ', all paid' : `, ${unpaid} not paid`}`,
  income: (total: string) => `${total} without delivery`,

  changes: 'The last 30 days',
  joined: 'Joined',
  paused: 'Paused now',
  pausedMore: 'Their payment failed. They go on once you or the customer starts them again.',
  left: 'Left',
  noChanges: 'None.',
  andMore: (count: number) => `And ${count} more.`,

  soldOutPresents: 'Presents that were not sent',
  soldOutPresentsMore:
    'They were sold out, or made the parcel too heavy. They go with the next delivery if they can, unless you take them back.',
  soldOutOn: (day: string) => `not sent on ${day}`,

  one: 'Subscription',
  oneOf: (name: string) => `Subscription of ${name}`,
  toAll: 'All subscriptions',
  loadingOne: 'Loading the subscription',
  oneFailed: 'The subscription could not be loaded',
  ordersOf: (name: string) => `Orders of ${name}`,
  since: (begun: string, ended?: string | 0) => (ended ? `From ${begun} to ${ended}` : `Since ${begun}`),
  history: 'Past deliveries',
  firstOrder: 'First order',
  giftOrder: 'Bought as a gift',
  order: (number: number) => `Order ${number}`,
  outcomes: {
    'ordered': 'Ordered',
    'sold-out': 'Sold out, skipped',
    'impossible': 'Could not be delivered, skipped',
    'missed': 'Missed',
    'left-out': 'Left out',
  },

  changeMore: 'You cannot change a delivery to a dearer one. Only the customer can.',
  onlyCustomer: 'Only the customer can start it again, with the link in the mail or under “Subscriptions”.',
  changed: (sendsMail: boolean) => (sendsMail ? 'Changed, and the customer gets a mail about it' : 'Changed'),
  resume: 'Resume',
  skip: 'Skip the next',
  swap: 'Change',
  move: 'Move or pause',
  end: 'End',
  endTitle: 'End this subscription?',
  endMore:
    'Nothing more is sent or charged, except what is already ordered. Only the customer can start it again.',
  endReason: 'Reason (the customer reads it)',
  endReasonMissing: 'Say why it ends',
  keep: 'Keep it',

  present: 'A present',
  presentMore:
    'One more bag goes with the next delivery and costs nothing. The customer reads about it in the order.',
  presentNext: 'It goes with the next delivery.',
  presentLater: (day: string) =>
    `It was sold out on ${day}, or made the parcel too heavy. It goes with the next delivery if it can.`,
  give: 'Add it',
  takeBack: 'Take it back',
  presentGiven: 'The present goes with the next delivery',
  presentTaken: 'The present was taken back',

  all: 'All subscriptions',
  none: 'Nobody has subscribed yet',
  person: 'Subscriber',
  coffee: 'Coffee',
  rhythm: 'How often',
  every: (weeks: number) => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`),
  next: 'Next roast',
  state: 'State',
  states: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  price: 'A delivery',
  gift: ({ left, of }: { left: number; of: number }) => `Gift, ${left} of ${of} left`,
} as const
