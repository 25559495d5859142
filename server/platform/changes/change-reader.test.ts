import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ChangeReader, READ_MS } from './change-reader.ts'
import { KEPT_MS } from './changes.ts'
import type { Change } from './changes.ts'
import { Events } from '../database/events.ts'
import type { AnyEvent } from '../database/events.ts'

describe('the reader of changes', () => {
  const unread: Change<AnyEvent>[] = []
  const published: string[] = []
  let serverTime = 0
  let isDown = false
  const read = vi.fn(async (since: string | null) => {
    if (isDown) throw new Error('The database is down.')
    const changes = since === null ? [] : unread.splice(0)
    return { snapshot: `at ${serverTime}`, at: serverTime, changes }
  })
  let reader: ChangeReader<AnyEvent>

  beforeEach(async () => {
    vi.useFakeTimers()
    isDown = false
    unread.splice(0)
    read.mockClear()
    const events = new Events()
    events.subscribe(({ type }) => published.push(type))
    reader = new ChangeReader({ read, events, isOther: (process) => process !== 'self' })
    await reader.readNow()
    reader.setNotified(true)
    await pass(1)
    published.splice(0)
  })
  afterEach(async () => {
    await reader.close()
    vi.useRealTimers()
  })

  async function pass(ms: number): Promise<void> {
    serverTime += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  const changeOf = (process: string, type: string) => ({ process, events: [{ type }] })

  test('publishes the events of other processes, and not those of this one', async () => {
    unread.push(changeOf('other', 'beans'), changeOf('self', 'own'), changeOf('third', 'bags'))
    await pass(READ_MS.notified)
    expect(published).toEqual(['beans', 'bags'])
  })

  test('reads twenty times a second while no notifications arrive', async () => {
    reader.setNotified(false)
    await pass(0)
    read.mockClear()
    await pass(1000)
    expect(read).toHaveBeenCalledTimes(20)
  })

  test('tells when it has last read, and whether notifications arrive', async () => {
    await pass(READ_MS.notified)
    expect(reader.state).toEqual({ isNotified: true, ageMs: expect.toSatisfy((ms) => ms < 10) })
    isDown = true
    reader.setNotified(false)
    await pass(5000)
    expect(reader.state).toEqual({ isNotified: false, ageMs: expect.toSatisfy((ms) => ms >= 5000) })
    isDown = false
    await pass(READ_MS.notified)
    expect(reader.state.ageMs).toBeLessThan(READ_MS.notified)
  })

  test('reads again if it is woken during a read', async () => {
    read.mockImplementationOnce(async () => {
      await Promise.resolve()
      void reader.readNow()
      unread.push(changeOf('other', 'beans'))
      return { snapshot: 'early', at: serverTime, changes: [] }
    })
    await reader.readNow()
    await pass(0)
    expect(published).toEqual(['beans'])
  })

  test('publishes that events may be missing each time that it cannot read, and when it can again', async () => {
    isDown = true
    await pass(2 * READ_MS.notified)
    expect(published).toEqual(['events-missed', 'events-missed'])
    isDown = false
    await pass(READ_MS.notified)
    expect(published).toEqual(['events-missed', 'events-missed', 'events-missed'])
    await pass(3 * READ_MS.notified)
    expect(published).toHaveLength(3)
  })

  test('publishes that events may be missing if it was suspended while rows were deleted', async () => {
    serverTime += KEPT_MS
    await pass(READ_MS.notified)
    expect(published).toEqual(['events-missed'])
  })

  test('reads no more after it was closed', async () => {
    await reader.close()
    read.mockClear()
    await reader.readNow()
    await pass(10_000)
    expect(read).not.toHaveBeenCalled()
  })
})
