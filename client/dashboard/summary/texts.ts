/** The texts at the top of the dashboard. The specification does not prescribe them. */
export const words = {
  waitsTitle: 'What waits for you',
  waits: {
    toPack: (count: string) => `${count} to pack`,
    toPay: (count: string) => `${count} waiting for payment`,
    withdrawn: (count: string, isOne: boolean) => `${count} ${isOne ? 'withdrawal' : 'withdrawals'}`,
    messages: (count: string, isOne: boolean) => `${count} ${isOne ? 'message' : 'messages'} to answer`,
    reviews: (count: string, isOne: boolean) => `${count} ${isOne ? 'review' : 'reviews'} to look at`,
    faults: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'payment does' : 'payments do'} not add up`,
    missed: (count: string, isOne: boolean) => `${count} missed ${isOne ? 'delivery' : 'deliveries'}`,
    lowStock: (count: string, isOne: boolean) => `${count} ${isOne ? 'product' : 'products'} nearly sold out`,
  },
  nothingWaits: 'Nothing waits for you.',
  title: 'Today at a glance',
  since: (midnight: string) => `Since ${midnight}`,
  orders: 'Orders paid today',
  revenue: 'Revenue today',
  revenueOfDays: 'Revenue, 30 days',
  afterRefunds: (net: string) => `${net} after refunds`,
  accepted: 'Payments accepted today',
  noShare: '–',
  failed: 'The figures could not be loaded.',
  retry: 'Retry',
  loading: 'Loading the figures',
  chart: 'Revenue with delivery, last 30 days',
  summary: (total: string, best: { day: string; revenue: string } | null) =>
    best
      ? `Revenue of the last 30 days: ${total} in all, most on ${best.day} with ${best.revenue}.`
      : 'No revenue in the last 30 days.',
  bar: (day: string, revenue: string) => `${day}: ${revenue}`,
  today: 'Today',
  asTable: 'Show as a table',
  byDay: 'Revenue by day',
  day: 'Day',
  sold: 'Items sold',
  dayRevenue: 'Revenue',
  refunded: 'Refunded',
  bestSellers: 'Best sellers, last 30 days',
  nothingSold: 'Nothing sold yet.',
  soldOf: (count: number) => `${count} sold`,
} as const
