import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEND_FORM_PATH } from '#contract/values/contact.ts'
import { startShop } from '../harness/shops.ts'
import { none } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=b'

export const brokenBodies: Trial = {
  name: 'broken-bodies',
  title: 'bodies that break off, to raise a false alarm in the log',
  run: async (ground) => {
    const shop = await startShop(ground)
    let text = ''
    shop.child.stdout?.on('data', (chunk: Buffer) => (text += chunk))
    const times = ground.size === 'full' ? 100 : 4
    for (let count = 0; count < times; count++) {
      await breakOff(shop.url, '/auth/sign-up', JSON_TYPE)
      await breakOff(shop.url, SEND_FORM_PATH, FORM_TYPE)
    }
    await sleep(500)
    const alarms = text.split('database unavailable').length - 1
    const bugs = text.split('"msg":"bug"').length - 1
    return [
      none(`false alarms in the log, of ${2 * times} bodies`, alarms),
      none(`lines about bugs in the log, of ${2 * times} bodies`, bugs),
    ]
  },
}

/** Sends the first part of a request body, and closes the connection while the shop waits for the rest. */
async function breakOff(url: string, path: string, type: string): Promise<void> {
  const headers = { 'content-type': type, 'content-length': 1000, 'origin': url, 'expect': '100-continue' }
  const sent = request(`${url}/api${path}`, { method: 'POST', headers }).on('error', () => undefined)
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(type === JSON_TYPE ? '{"name":' : '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\nx')
  await sleep(20)
  sent.destroy()
}
