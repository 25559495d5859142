/** The texts of the page "Parcels". The specification does not prescribe them. */
export const words = {
  out: 'Orders to send',
  outMore:
    'All orders that are paid, go by parcel and are not sent yet, with their addresses and the weight of the coffees. Those with a dispute or a warning of fraud are left out.',
  services: {
    sendcloud: 'Sendcloud',
    dhl: 'DHL',
    shippo: 'Shippo',
    pirateship: 'Pirate Ship',
  },
  in: 'Tracking numbers',
  inMore:
    'Choose a CSV file with the number of the order and the tracking number in each row, as your parcel service exports it. You see what would happen before anything is sent.',
  file: 'CSV file',
  carrier: 'Carrier, where the file names none',
  ownCarrier: 'Another one, with links',
  missing: { order: 'No column is called “Order number”.', code: 'No column is called “Tracking number”.' },
  noRows: 'The file has no rows.',
  tooMany: (max: number) => `The file has more than ${max} rows. Split it.`,
  tooLarge: 'The file has more than 1 MB. Split it.',
  unreadable: 'The file could not be read.',
  checking: 'Reading the file',
  wouldSend: (count: number) => (count === 1 ? '1 order would be sent.' : `${count} orders would be sent.`),
  wereSent: (count: number) => (count === 1 ? '1 order was sent.' : `${count} orders were sent.`),
  refused: (count: number) => (count === 1 ? '1 row is refused.' : `${count} rows are refused.`),
  send: (count: number) => (count === 1 ? 'Send 1 order' : `Send ${count} orders`),
  sending: 'Sending…',
  row: 'Row',
  order: 'Order',
  customer: 'Customer',
  result: 'What happens',
} as const
