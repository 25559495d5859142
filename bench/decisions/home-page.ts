import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { openBuiltPages } from '#server/pages/built-pages.ts'
import { inRoot } from '../../scripts/setup/place.mjs'
import { inDemoShop } from './demo-shop.ts'
import { each, inRounds, milliseconds, sideBySide } from './rounds.ts'
import type { Finding } from './rounds.ts'

/** The home page: made anew, made small, and handed out as finished bytes. */
export function measureHomePage(): Promise<Finding[]> {
  return inDemoShop(async ({ app, catalogue }) => {
    const renderer = await openBuiltPages(inRoot('dist')).renderer()
    const { body } = await app.inject('/')
    const settings = { demo: true, mail: { origin: null, publicKey: '', serviceId: '', templateId: '' }, tokenSyncUrl: null }
    const state = { signedIn: false, settings, coffees: await catalogue.brands(), bags: await catalogue.bags() }
    const brotli = (quality: number) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    const ways = {
      'handing it out, kept as bytes': () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } }),
      'rendering it': () => renderer.renderPage('/', state),
      'gzip': () => gzipSync(body),
      'brotli 5': () => brotli(5),
    }
    const times = await inRounds(async () => ({ ...each(await sideBySide(ways), 1000), 'brotli 11': await milliseconds(() => brotli(11)) }))
    const sizes = { 'plain': body.length, 'gzip': gzipSync(body).length, 'brotli 5': brotli(5).length, 'brotli 11': brotli(11).length }
    const inKb = Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, bytes / 1000]))
    return [
      { title: 'The home page', unit: 'milliseconds', digits: 2, rounds: times },
      { title: 'The home page, styles and data within', unit: 'kB', digits: 1, rounds: [inKb] },
    ]
  })
}
