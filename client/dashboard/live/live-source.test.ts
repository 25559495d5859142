import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveSource } from './live-source.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    FakeEventSource.opened.push(this)
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }

  fire(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
  FakeEventSource.opened = []
  page.visibilityState = 'visible'
})

afterEach(() => {
  vi.useRealTimers()
})

test('an event refreshes the subscribers of its topic only', () => {
  const { connection, orders, users } = start()
  expect(connection.address).toBe('/api/live')
  connection.fire('orders')
  expect(orders).toHaveBeenCalledTimes(1)
  expect(users).not.toHaveBeenCalled()
})

test('a hidden page ignores events, and refreshes everything when it is visible again', () => {
  const { connection, orders, users } = start()
  page.visibilityState = 'hidden'
  connection.fire('orders')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(orders).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([orders, users].map((listener) => listener.mock.calls.length)).toEqual([1, 1])
})

test('a reopened connection refreshes everything, because events may have been missed', () => {
  const { connection, orders } = start()
  connection.fire('open')
  expect(orders).not.toHaveBeenCalled()
  connection.fire('error')
  connection.fire('open')
  expect(orders).toHaveBeenCalledTimes(1)
})

test('a refused connection is opened again later; a lost one is left to the browser', () => {
  const { connection } = start()
  connection.fire('error')
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  connection.close()
  connection.fire('error')
  vi.advanceTimersByTime(10_000)
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('a refused connection refreshes `users`, because the user may no longer be an admin', () => {
  const { connection, orders, users } = start()
  connection.fire('error')
  expect(users).not.toHaveBeenCalled()
  connection.close()
  connection.fire('error')
  expect(users).toHaveBeenCalledTimes(1)
  expect(orders).not.toHaveBeenCalled()
})

test('a connection that is lost for five seconds is an outage since the moment it was lost, until it is back', () => {
  const { source, connection } = start()
  const listener = vi.fn()
  source.subscribeOutage(listener)
  connection.fire('open')
  vi.advanceTimersByTime(60_000)
  const lostAt = Date.now()
  connection.fire('error')
  vi.advanceTimersByTime(3000)
  connection.fire('error')
  expect(source.getOutage()).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(source.getOutage()).toBe(lostAt)
  expect(listener).toHaveBeenCalledTimes(1)
  connection.fire('open')
  expect(source.getOutage()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a connection that is back within five seconds is no outage; one that never opened is', () => {
  const { source, connection, stop } = start()
  connection.fire('open')
  connection.fire('error')
  vi.advanceTimersByTime(4000)
  connection.fire('open')
  vi.advanceTimersByTime(60_000)
  expect(source.getOutage()).toBeNull()
  stop()
  const startedAt = Date.now()
  source.start()
  vi.advanceTimersByTime(5000)
  expect(source.getOutage()).toBe(startedAt)
})

test('a page whose connection was replaced does not reconnect until it becomes visible again', () => {
  const { source, connection, orders } = start()
  connection.fire('open')
  connection.fire('replaced')
  expect([connection.readyState, source.isReplaced(), source.getOutage()]).toEqual([
    FakeEventSource.CLOSED,
    true,
    Date.now(),
  ])
  vi.advanceTimersByTime(60_000)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(FakeEventSource.opened).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([FakeEventSource.opened.length, orders.mock.calls.length]).toEqual([2, 1])
  FakeEventSource.opened[1]?.fire('open')
  expect([source.isReplaced(), source.getOutage()]).toEqual([false, null])
})

test('stopping closes the connection for good', () => {
  const { connection, stop } = start()
  connection.close()
  connection.fire('error')
  stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('an event does not refresh a subscriber that has unsubscribed', () => {
  const { source, connection } = start()
  const late = vi.fn()
  source.subscribe(['orders'], late)()
  connection.fire('orders')
  expect(late).not.toHaveBeenCalled()
})

function start() {
  const source = new LiveSource()
  const orders = vi.fn()
  const users = vi.fn()
  source.subscribe(['orders'], orders)
  source.subscribe(['users'], users)
  const stop = source.start()
  const connection = FakeEventSource.opened[0]
  if (!connection) throw new Error('no connection was opened')
  return { source, connection, stop, orders, users }
}
