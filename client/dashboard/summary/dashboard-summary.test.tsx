import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { RevenueChart } from './dashboard-summary.tsx'

function chartOf(...revenues: string[]): string {
  const days = revenues.map((revenue, at) => ({
    day: `2026-11-${18 + at}`,
    sold: 1,
    revenue,
    refunded: '0.00',
  }))
  return renderToStaticMarkup(
    <PageStateProvider value={visitorsPageState({ currency: 'USD' })}>
      <RevenueChart days={days} />
    </PageStateProvider>,
  )
}

const heightsOf = (chart: string) =>
  [...chart.matchAll(/class="bar".*? height="([\d.]+)"/g)].map(([, height]) => height)

test('the chart says its total, exact to the cent, and the day with the highest revenue', () => {
  expect(chartOf('10.50', '0.00', '30.25')).toContain('30 days: $40.75 in all, most on 20 Nov with $30.25.')
})

test('the highest bar has the height of the chart', () => {
  expect(heightsOf(chartOf('0.00', '15.10', '30.20'))).toEqual(['0', '0.5', '1'])
})

test('each bar is in the column of its day', () => {
  const bars = [...chartOf('10.00', '20.00').matchAll(/class="bar".*? x="([\d.]+)".*? width="([\d.]+)"/g)]
  expect(bars).toHaveLength(2)
  for (const [column, [, x, width]] of bars.entries()) {
    expect(Number(x)).toBeGreaterThan(column)
    expect(Number(x) + Number(width)).toBeLessThan(column + 1)
  }
})

test('without revenue, the bars have no height', () => {
  const chart = chartOf('0.00', '0.00')
  expect(chart).toContain('No revenue in the last 30 days.')
  expect(heightsOf(chart)).toEqual(['0', '0'])
})
