import '#test/cheap-passwords.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const NAME = '0123456789abcdef-aabbcc-800.webp'

describe.each(anyStore)('pictures', ({ fresh }) => {
  const shop = givenShop(fresh)
  beforeAll(() => {
    const folder = join(shop.store.dataDir, 'images')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, NAME), 'a picture')
    writeFileSync(join(folder, 'notes.txt'), 'not a picture')
  })

  test('are served with their type, and may be cached for ever', async () => {
    const answer = await shop.app.inject(`/images/${NAME}`)
    expect([answer.statusCode, answer.body]).toEqual([200, 'a picture'])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '9',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test('have headers but no body in the response to a HEAD request', async () => {
    const answer = await shop.app.inject({ method: 'HEAD', url: `/images/${NAME}` })
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, '', 'image/webp'])
  })

  test.each([
    'notes.txt',
    '0123456789abcdef-aabbcc-800.avif',
    '..%2fsecrets.json',
    '%2e%2e%2fsecrets.json',
    `${NAME}%00.txt`,
    `.%2f${NAME}`,
  ])('are the only files that are served: %s has status 404', async (name) => {
    const answer = await shop.app.inject(`/images/${name}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('picture"')
  })
})
