import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { homeSection, LEGAL_LENGTH } from '#contract/shop/choices.ts'
import { DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { DEMO_PROFILE } from '#contract/shop/demo-profile.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'

const bramble: ShopProfile = {
  ...DEFAULT_PROFILE,
  name: 'Bramble & Bean',
  tagline: 'Coffee from the moor.',
  accent: '#1a4d8f',
  socialLinks: [{ network: 'Instagram', url: 'https://instagram.com/bramble' }],
  legal: { ...DEFAULT_PROFILE.legal, imprint: '# Imprint\n\nBramble & Bean, 1 Moor Lane' },
}

/** A section of the home page with a text. There can be several. */
const text = homeSection('text', { heading: 'The drum' })

describe.each(stores)('the profile of the shop on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh)
  let names = 0
  let ada: TestPerson
  beforeEach(async () => {
    names += 1
    ada = await shop.admin(`Ada ${names}`)
    await shop.database.write(async ({ tx, publish }) => {
      await tx.deleteFrom('shop_settings').execute()
      await tx.deleteFrom('audit').execute()
      publish({ type: 'settings-changed' })
    })
  })

  const read = async () => (await ada.call('GET /shop/profile', {})).answer
  const save = (profile: object, version: number) =>
    ada.send('PUT /shop/profile/draft', { body: { profile, version } })
  const publish = (version: number) => ada.send('POST /shop/profile/publish', { body: { version } })
  const discard = (version: number) =>
    ada.send('DELETE /shop/profile/draft', { query: { version: String(version) } })
  const seen = async () => {
    const { body } = await shop.app.inject({ url: '/contact' })
    const state: PageState = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    return state.settings.shop
  }
  const log = async () =>
    (await ada.call('GET /audit', { query: {} })).answer.map(({ action, subject, detail }) =>
      [action, subject, detail].join(': '),
    )

  once('is empty until an admin publishes one', async () => {
    expect(await read()).toEqual({ published: DEFAULT_PROFILE, draft: null, version: 0 })
    expect((await seen()).name).toBe('Coffee shop')
  })

  once('is seen by visitors only when its draft is published, and then at once', async () => {
    const { version } = (await save(bramble, 0)).answer
    expect(await read()).toEqual({ published: DEFAULT_PROFILE, draft: bramble, version })
    expect((await seen()).name).toBe('Coffee shop')
    const published = (await publish(version)).answer
    expect(published.version).toBeGreaterThan(version)
    expect(await read()).toEqual({ published: bramble, draft: null, version: published.version })
    expect(await seen()).toMatchObject({ name: 'Bramble & Bean', legalPages: ['imprint'] })
    expect(await log()).toEqual([
      'published: Shop profile: name, tagline, social links, accent colour, legal pages',
    ])
  })

  once('sends what stands on the notice to the checkout, and not with every page', async () => {
    const notice = { picture: await knownPicture(shop), pictureText: 'At least two years.' }
    await publish((await save({ ...bramble, notice }, 0)).answer.version)
    const { body } = await shop.app.inject({ url: '/' })
    expect(body).toContain(`"notice":{"picture":"${notice.picture}"}`)
    expect(body).not.toContain(notice.pictureText)
    expect((await shop.call('GET /notice', {})).answer).toEqual({ text: notice.pictureText })
  })

  once('stays as it is if the draft is discarded, also when it was published before', async () => {
    const first = (await publish((await save(bramble, 0)).answer.version)).answer
    const draft = (
      await save({ ...bramble, name: 'Moor Roasters', openingHours: 'Mon 8 to 5' }, first.version)
    ).answer
    const { version } = (await discard(draft.version)).answer
    expect(version).toBeGreaterThan(draft.version)
    expect(await read()).toEqual({ published: bramble, draft: null, version })
    expect((await log())[0]).toBe('discarded draft: Shop profile: name, opening hours')
  })

  once('has no draft if the saved draft equals what is published', async () => {
    const { version } = (await save(bramble, 0)).answer
    const undone = (await save(DEFAULT_PROFILE, version)).answer
    expect(await read()).toEqual({ published: DEFAULT_PROFILE, draft: null, version: undone.version })
    expect((await publish(undone.version)).answer).toEqual(undone)
    expect((await discard(undone.version)).answer).toEqual(undone)
    expect(await log()).toEqual([])
  })

  once('is not changed by an admin who has not seen the last change', async () => {
    const { version } = (await save(bramble, 0)).answer
    for (const old of [0, version - 1, version + 1])
      for (const refused of [
        await save({ ...bramble, name: 'Other' }, old),
        await publish(old),
        await discard(old),
      ])
        expect([refused.status, refused.problem.code]).toEqual([409, 'settings-changed'])
    expect(await read()).toEqual({ published: DEFAULT_PROFILE, draft: bramble, version })
    // A draft that was written before another admin has published must not undo that.
    const published = (await publish(version)).answer
    expect((await save({ ...bramble, name: 'Other' }, 0)).problem.code).toBe('settings-changed')
    expect((await save({ ...bramble, name: 'Other' }, published.version)).status).toBe(200)
  })

  test('is changed once by admins who save, publish and discard at the same moment', async () => {
    const { version } = (await save(bramble, 0)).answer
    const all = await Promise.all([
      save({ ...bramble, name: 'Other' }, version),
      publish(version),
      discard(version),
      publish(version),
      save({ ...bramble, name: 'Third' }, version),
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  once.each([
    ['profile.name', { name: ' ' }],
    ['profile.name', { name: 'B'.repeat(61) }],
    ['profile.tagline', { tagline: 'b'.repeat(161) }],
    ['profile.story.text', { story: { ...bramble.story, text: 'b'.repeat(4001) } }],
    [
      'profile.notice.picture',
      { notice: { picture: '/images/0000000000000000-aabbcc-800.webp', pictureText: '' } },
    ],
    ['profile.legal.terms', { legal: { ...bramble.legal, terms: 'b'.repeat(LEGAL_LENGTH + 1) } }],
    ['profile.surprise', { surprise: 1 }],
    ['profile.contact.fax', { contact: { ...bramble.contact, fax: '1' } }],
    ['profile.contact.email', { contact: { ...bramble.contact, email: 'no address' } }],
    ['profile.dateStyle', { dateStyle: 'roman' }],
    ['profile.accent', { accent: 'red' }],
    ['profile.accent', { accent: '#1a4d8f;color:red' }],
    ['profile.socialLinks.0.url', { socialLinks: [{ network: 'X', url: 'javascript:alert(1)' }] }],
    ['profile.socialLinks.0.url', { socialLinks: [{ network: 'X', url: 'https://[' }] }],
    ['profile.socialLinks.0.url', { socialLinks: [{ network: 'Instagram', url: 'https://@casamara' }] }],
    [
      'profile.socialLinks.1.url',
      {
        socialLinks: [
          { network: 'X', url: 'https://x.com/one' },
          { network: 'X', url: 'https://x.com/two' },
        ],
      },
    ],
    ['profile.logo', { logo: '/images/0123456789abcdef-aabbcc-800.webp' }],
    ['profile.hero.picture', { hero: { picture: 'https://evil.example/p.png', sentence: '' } }],
    ['profile.hero.picture', { hero: { picture: 'site:../secret', sentence: '' } }],
    [
      'profile.testimonials.0.picture',
      { testimonials: [{ name: 'Cora', from: '', quote: 'Good.', picture: 'data:image/png;base64,AA' }] },
    ],
    ['profile.home.0.picture', { home: [{ ...text, picture: 'https://evil.example/p.png' }] }],
    ['profile.home.2.kind', { home: [text, homeSection('hero', {}), homeSection('hero', {})] }],
    ['profile.home.0.kind', { home: [{ ...text, kind: 'script' }] }],
    ['profile.words.rating', { words: { ...bramble.words, rating: ' ' } }],
  ])('is refused with an error at %s', async (field, change) => {
    const { status, problem } = await save({ ...bramble, ...change }, 0)
    expect([status, problem.code]).toEqual([422, 'invalid-input'])
    expect(problem.errors?.map((error) => error.field)).toContain(field)
    expect(await read()).toEqual({ published: DEFAULT_PROFILE, draft: null, version: 0 })
  })

  once(
    'is refused with an accent colour that cannot be read, and the answer names the nearest that can',
    async () => {
      const { problem } = await save({ ...bramble, accent: '#e5791b' }, 0)
      expect(problem.errors).toEqual([
        {
          field: 'profile.accent',
          message: expect.stringMatching(/The nearest colour that can be read is #[0-9a-f]{6}$/),
        },
      ])
      const accent = problem.errors?.[0]?.message.slice(-7) ?? ''
      expect((await save({ ...bramble, accent }, 0)).status).toBe(200)
    },
  )
})

describe.each(anyStore)('a demo shop', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { DEMO: '1' } })

  test('has the profile of the demo, which can be changed and published', async () => {
    const ada = await shop.admin('Ada')
    const { published, version } = (await ada.call('GET /shop/profile', {})).answer
    expect(published).toEqual(DEMO_PROFILE)
    const profile = { ...published, name: 'Moor Roasters' }
    const saved = (await ada.call('PUT /shop/profile/draft', { body: { profile, version } })).answer
    await ada.call('POST /shop/profile/publish', { body: saved })
    expect((await shop.app.inject({ url: '/contact' })).body).toContain('"name":"Moor Roasters"')
  })
})
