import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { oidcChannel } from '#contract/values/oidc.ts'
import { outcomeOf } from './open-popup.ts'

const SECOND_MS = 1000
let sender: BroadcastChannel

/** Sends an outcome on the channel, as the script of the popup does. */
function send(outcome: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sender.postMessage(outcome)
}

/** Imports the module again, as after the page was loaded. */
async function load() {
  vi.resetModules()
  return (await import('./open-popup.ts')).openPopup
}

function fakePopup() {
  return { closed: false, close: vi.fn<() => void>(), location: { href: '' } }
}

function givenBrowser(open: () => object | null, isCoarse = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }))
  vi.stubGlobal('window', { screenX: 0, screenY: 0, outerWidth: 1440, outerHeight: 900, open })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a popup', () => {
  test('is opened if the browser allows it', async () => {
    const popup = fakePopup()
    givenBrowser(() => popup)
    const openPopup = await load()
    expect([openPopup(), openPopup()]).toEqual([popup, popup])
  })

  test('that was blocked once is not tried again', async () => {
    const open = vi.fn<() => null>(() => null)
    givenBrowser(open)
    const openPopup = await load()
    expect([openPopup(), openPopup()]).toEqual(['blocked', 'redirect'])
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('is not opened on phones and tablets', async () => {
    givenBrowser(fakePopup, true)
    expect((await load())()).toBe('redirect')
  })
})

describe('the outcome of a login in a popup', () => {
  let popup: ReturnType<typeof fakePopup>
  let late: ReturnType<typeof vi.fn<(outcome: string) => void>>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    popup = fakePopup()
    late = vi.fn<(outcome: string) => void>()
    sender = new BroadcastChannel(oidcChannel('the state'))
    return () => sender.close()
  })

  test('is what the popup sends, and then the popup is closed', async () => {
    const outcome = outcomeOf(popup, 'the state', late)
    send('done')
    expect(await outcome).toBe('done')
    expect(popup.close).toHaveBeenCalledOnce()
  })

  test('is not that of a login in another tab', async () => {
    const outcome = outcomeOf(popup, 'another state', late)
    send('done')
    await new Promise((resolve) => void setTimeout(resolve, 20))
    popup.closed = true
    vi.advanceTimersByTime(SECOND_MS)
    expect(await outcome).toBeNull()
  })

  test('is null if the popup is closed, but may still come', async () => {
    const outcome = outcomeOf(popup, 'the state', late)
    vi.advanceTimersByTime(60 * SECOND_MS)
    popup.closed = true
    vi.advanceTimersByTime(SECOND_MS)
    expect(await outcome).toBeNull()
    send('done')
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith('done'))
  })
})
