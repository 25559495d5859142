import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_OPENING, DEFAULT_PROFILE, pageShopOf } from '#contract/shop/profile.ts'
import { composeDocument, escapeJson } from './document.ts'

const state: PageState = {
  signedIn: false,
  settings: {
    demo: true,
    paysAtOnce: true,
    mail: { origin: null, publicKey: 'k', serviceId: 's', templateId: 't' },
    tokenSyncUrl: null,
    pictureBase: '',
    sendsMail: false,
    oidcName: null,
    delivers: false,
    hasWithdrawal: false,
    currency: 'USD',
    timeZone: 'UTC',
    shop: pageShopOf(DEFAULT_PROFILE, DEFAULT_OPENING),
  },
}
const page = { status: 200, title: 'Home', description: 'Coffee', html: '<p>hello</p>' } as const
const source = {
  head: '<style>a{}</style>',
  scripts: '<script type="module" src="/assets/boot.js"></script>',
}

describe('data in a page', () => {
  test.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>',
    '&lt;',
    '\u2028\u2029',
    '"\'\\',
    '</SCRIPT >',
  ])('can hold %j and cannot end its element', (text) => {
    const escaped = escapeJson({ text })
    expect(escaped).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(escaped)).toEqual({ text })
  })

  test('is parsed to the original value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const escaped = escapeJson(value)
        expect(escaped).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('a document', () => {
  test('contains the page, its state, and the source’s head and scripts', () => {
    const html = composeDocument(page, state, source)
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).toContain('<title>Home</title><meta name="description" content="Coffee">')
    expect(html).toContain('<div id="root"><p>hello</p></div>')
    expect(html).toContain(source.head)
    const [, json = ''] = /<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toEqual(state)
    expect(html.indexOf(source.scripts)).toBeGreaterThan(html.indexOf('page-state'))
  })

  test('escapes the title and the description', () => {
    const evil = '</title><script>alert(1)</script>" onload="alert(2)&amp;'
    const html = composeDocument({ ...page, title: evil, description: evil }, state, source)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('" onload')
    expect(html).toContain(
      '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;alert(2)&amp;amp;',
    )
  })

  test('escapes the names of coffees in the data', () => {
    const brand = { _id: '1', category_name: '</script><script>alert(1)</script>', img: 'x', ratting: 1 }
    const html = composeDocument(page, { ...state, coffees: [brand] }, source)
    expect(html).not.toContain('<script>alert')
  })
})
