import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveTopics } from '#contract/values/live.ts'
import { LiveSource, TOPICS } from './live-source.ts'

class Line extends EventTarget {
  static readonly CLOSED = 2
  static opened: Line[] = []
  readyState = 1
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    Line.opened.push(this)
  }

  close(): void {
    this.readyState = Line.CLOSED
  }

  fire(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('document', page)
  Line.opened = []
  page.visibilityState = 'visible'
})

afterEach(() => {
  vi.useRealTimers()
})

test('the topics are those of the contract', () => {
  expect(TOPICS).toEqual(liveTopics)
})

test('who listens to a topic is told of it, and of no other', () => {
  const { line, orders, users } = start()
  expect(line.address).toBe('/api/live')
  line.fire('orders')
  expect(orders).toHaveBeenCalledTimes(1)
  expect(users).not.toHaveBeenCalled()
})

test('a page that nobody sees waits until somebody does, and then reads everything', () => {
  const { line, orders, users } = start()
  page.visibilityState = 'hidden'
  line.fire('orders')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(orders).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([orders, users].map((told) => told.mock.calls.length)).toEqual([1, 1])
})

test('what may have been missed while the line was lost is read when it is back', () => {
  const { line, orders } = start()
  line.fire('open')
  expect(orders).not.toHaveBeenCalled()
  line.fire('error')
  line.fire('open')
  expect(orders).toHaveBeenCalledTimes(1)
})

test('a refused line is asked for again later; a lost one is left to the browser', () => {
  const { line } = start()
  line.fire('error')
  vi.advanceTimersByTime(60_000)
  expect(Line.opened).toHaveLength(1)
  line.close()
  line.fire('error')
  vi.advanceTimersByTime(10_000)
  expect(Line.opened).toHaveLength(2)
})

test('a refused line makes users be read again: it may be one who is no administrator any more', () => {
  const { line, orders, users } = start()
  line.fire('error')
  expect(users).not.toHaveBeenCalled()
  line.close()
  line.fire('error')
  expect(users).toHaveBeenCalledTimes(1)
  expect(orders).not.toHaveBeenCalled()
})

test('a line that is away for more than some seconds is known, with the moment it went, until it is back', () => {
  const { source, line } = start()
  const told = vi.fn()
  source.watchOutage(told)
  line.fire('open')
  vi.advanceTimersByTime(60_000)
  const lostAt = Date.now()
  line.fire('error')
  vi.advanceTimersByTime(3000)
  line.fire('error')
  expect(source.getOutage()).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(source.getOutage()).toBe(lostAt)
  expect(told).toHaveBeenCalledTimes(1)
  line.fire('open')
  expect(source.getOutage()).toBeNull()
  expect(told).toHaveBeenCalledTimes(2)
})

test('a line that is back within moments was no outage, one that never opened is', () => {
  const { source, line, stop } = start()
  line.fire('open')
  line.fire('error')
  vi.advanceTimersByTime(4000)
  line.fire('open')
  vi.advanceTimersByTime(60_000)
  expect(source.getOutage()).toBeNull()
  stop()
  const startedAt = Date.now()
  source.start()
  vi.advanceTimersByTime(5000)
  expect(source.getOutage()).toBe(startedAt)
})

test('a page whose line was replaced does not reconnect until it is looked at again', () => {
  const { source, line, orders } = start()
  line.fire('open')
  line.fire('replaced')
  expect([line.readyState, source.isReplaced(), source.getOutage()]).toEqual([Line.CLOSED, true, Date.now()])
  vi.advanceTimersByTime(60_000)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Line.opened).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([Line.opened.length, orders.mock.calls.length]).toEqual([2, 1])
  Line.opened[1]?.fire('open')
  expect([source.isReplaced(), source.getOutage()]).toEqual([false, null])
})

test('leaving closes the line for good', () => {
  const { line, stop } = start()
  line.close()
  line.fire('error')
  stop()
  vi.advanceTimersByTime(60_000)
  expect(Line.opened).toHaveLength(1)
})

test('who has stopped listening is told nothing', () => {
  const { source, line } = start()
  const late = vi.fn()
  source.subscribe(['orders'], late)()
  line.fire('orders')
  expect(late).not.toHaveBeenCalled()
})

function start() {
  const source = new LiveSource()
  const orders = vi.fn()
  const users = vi.fn()
  source.subscribe(['orders'], orders)
  source.subscribe(['users'], users)
  const stop = source.start()
  const line = Line.opened[0]
  if (!line) throw new Error('no line was opened')
  return { source, line, stop, orders, users }
}
