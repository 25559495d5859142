export interface DemoOrderItem {
  kind: 'coffee' | 'packet'
  key: string
  paid: boolean
}

/**
 * What a customer of the demo shop bought on one day in the past. If `kind` is `single`, each item was paid for
 * separately and becomes an order of its own. If it is `full`, all items are one order.
 */
export interface DemoOrder {
  email: string
  customer: string
  daysAgo: number
  kind: 'single' | 'full'
  items: DemoOrderItem[]
}

const sam = { email: 'shopper@coffee.example', customer: 'Sam Shopper' }
const ines = { email: 'ines.corvo@example.com', customer: 'Inês Corvo' }
const tobias = { email: 'tobias.lund@example.org', customer: 'Tobias Lund' }

/** The orders that a new demo shop begins with. */
export const demoOrders: DemoOrder[] = [
  {
    ...sam,
    daysAgo: 41,
    kind: 'full',
    items: [coffee('fold-line-espresso'), coffee('huila-honeycomb'), packet('daybreak')],
  },
  {
    ...tobias,
    daysAgo: 33,
    kind: 'full',
    items: [coffee('boquete-tall-water'), coffee('nyeri-blackcurrant')],
  },
  { ...ines, daysAgo: 26, kind: 'single', items: [packet('orchard-road')] },
  { ...sam, daysAgo: 19, kind: 'single', items: [coffee('marcala-ridge')] },
  {
    ...ines,
    daysAgo: 12,
    kind: 'full',
    items: [
      packet('seven-sisters'),
      packet('blue-hour'),
      coffee('slack-tide-decaf'),
      coffee('cerrado-sunday'),
    ],
  },
  { ...tobias, daysAgo: 8, kind: 'single', items: [coffee('tarrazu-bell-tone'), packet('high-pasture')] },
  { ...sam, daysAgo: 3, kind: 'single', items: [packet('midnight-press')] },
]

function coffee(key: string): DemoOrderItem {
  return { kind: 'coffee', key, paid: true }
}

function packet(key: string): DemoOrderItem {
  return { kind: 'packet', key, paid: true }
}
