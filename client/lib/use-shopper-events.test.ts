import { expect, onTestFinished, test, vi } from 'vitest'
import { FakeEventSource } from '#test/stand-ins/event-source.ts'
import { followEvents } from './use-shopper-events.ts'

test('a refused connection is opened again later, and what was missed is loaded then', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.opened = []
  const refresh = vi.fn()
  const stop = followEvents(refresh)
  const refuse = () => {
    FakeEventSource.opened.at(-1)?.close()
    FakeEventSource.opened.at(-1)?.fire('error')
  }
  FakeEventSource.opened[0]?.fire('error')
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened, 'the browser connects again').toHaveLength(1)
  refuse()
  vi.advanceTimersByTime(10_000)
  expect(FakeEventSource.opened).toHaveLength(2)
  FakeEventSource.opened[1]?.fire('open')
  expect(refresh).toHaveBeenCalledTimes(1)
  refuse()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(2)
})
