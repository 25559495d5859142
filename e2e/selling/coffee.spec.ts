import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { boxOf, enlargeRoot } from '../large-text.ts'
import { countBags } from '../products.ts'
import { expectNoFindings, expectToFit, sizes } from '../screens.ts'
import { expect, test } from './real-shop-fixture.ts'
import type { Shelves } from './real-shop-fixture.ts'
import { sellWith } from './owner.ts'

const facts: CoffeeFacts = {
  kind: 'single-origin',
  suitedFor: 'both',
  roast: 2,
  notes: ['Blueberry', 'Cocoa'],
  origins: [
    {
      country: 'ET',
      region: 'Harar',
      producer: 'A cooperative of 640 families',
      process: 'Natural',
      varieties: ['Heirloom'],
      altitudeFrom: 1800,
      altitudeTo: 2100,
      harvest: 'December 2025',
    },
  ],
  certificates: ['Organic'],
  brews: [
    { method: 'V60', doseGrams: 15, waterGrams: 250, celsius: 94, grind: 'Medium fine', seconds: 165 },
    { method: 'Cold brew', doseGrams: 60, waterGrams: 1000, seconds: 57_600 },
  ],
}

/** Says what the coffee is, and makes the packet its larger size. */
async function describeCoffee(
  { call, email }: Person,
  { coffeeId, packetId, brandId }: Shelves,
): Promise<void> {
  const { coffees } = await call('GET /coffeeDetails/{id}', { params: { id: brandId } })
  const { img, name, price, ratting } = coffees.find(({ _id }) => _id === coffeeId) ?? {
    img: '',
    name: '',
    price: '',
    ratting: 4,
  }
  const common = { img, ratting, email }
  await call('PUT /addNewCoffee/{id}', {
    params: { id: coffeeId },
    body: { ...common, name, price, category_name: 'Hill Farm', weight: 250, facts },
  })
  const about = { ...common, name: 'House Blend', price: '39.99', about: 'Dark and sweet.', weight: 1000 }
  await call('PUT /addNewPacket/{id}', {
    params: { id: packetId },
    body: { img, category_name: 'Bags', email, about: { ...about, coffeeId } },
  })
}

/** Records each value to which the page sets the height of a bar at its foot. */
const RECORD_HEIGHTS = `
  globalThis.heights = []
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target === document.documentElement))
      heights.push(document.documentElement.style.getPropertyValue('--foot-bar'))
  }).observe(document, { subtree: true, attributeFilter: ['style'] })`

test.describe('the page of a coffee', () => {
  test('leads from the list to its size, grind and quantity in the cart, by keyboard', async ({
    page,
    shelves,
    owner,
    shopper,
  }) => {
    await describeCoffee(owner, shelves)
    await page.goto(`/coffeeDetails/${shelves.brandId}`)
    await expect(page.getByText('Ethiopia · Natural · Light'), shopper.email).toBeVisible()
    await expect(page.getByText('250 g, $50.00/kg')).toBeVisible()
    await page.getByRole('link', { name: 'Harar', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/coffee/${shelves.coffeeId}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harar')
    const article = page.getByRole('article')
    for (const text of [
      'Blueberry, Cocoa',
      'Harar, Ethiopia',
      '1,800 to 2,100 m',
      'Organic',
      'Filter and espresso',
    ])
      await expect(article).toContainText(text)
    await expect(article.getByRole('img', { name: '2 of 5' })).toBeVisible()
    await expect(article.getByRole('row', { name: /^V60/ })).toContainText('1 : 16.7')
    await expect(article.getByRole('row', { name: /^Cold brew/ })).toContainText('16 h')
    await expectNoFindings(page, 'the page of a coffee')
    const buy = page.getByRole('button', { name: 'Buy Now' })
    await expect(buy).toHaveAccessibleDescription(/^\$12\.50 ?, 250\sg, \$50\.00\/kg$/)
    await page.getByRole('radio', { name: /^250 g/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^1 kg/ })).toBeChecked()
    await expect(buy).toHaveAccessibleDescription(/^\$39\.99 ?, 1\skg, \$39\.99\/kg$/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(
      page.getByRole('group', { name: 'Grind' }).getByRole('radio', { checked: true }),
    ).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('How many')).toHaveValue('2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(news(page, '2 × House Blend Added Successfully')).toBeVisible()
    await page.goto('/myCart')
    await expect(cartOf(page).row('House Blend')).toHaveCount(2)
  })

  test('offers the grind of last time first, and no more than there is', async ({
    page,
    shelves,
    owner,
    shopper,
  }) => {
    await describeCoffee(owner, shelves)
    await countBags(owner, shelves.packetId, 3)
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await expect(page.getByRole('heading', { level: 1 }), shopper.email).toHaveText('House Blend')
    await expect(page.getByRole('radio', { name: /^1 kg/ })).toBeChecked()
    await expect(page.getByText('Only 3 left')).toBeVisible()
    await page.getByRole('radio', { name: 'Espresso' }).check()
    const count = page.getByLabel('How many')
    await count.fill('7')
    await count.blur()
    await expect(count).toHaveValue('3')
    await count.fill('')
    await count.blur()
    await expect(count).toHaveValue('3')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(news(page, '3 × House Blend Added Successfully')).toBeVisible()
    await page.goto(`/coffee/${shelves.coffeeId}`)
    const grinds = page.getByRole('group', { name: 'Grind, as last time' }).getByRole('radio')
    await expect(grinds.first()).toHaveAccessibleName('Espresso')
    await expect(grinds.first()).toBeChecked()
  })

  test('says until when to order, when the coffee arrives, and what its delivery costs', async ({
    page,
    shelves,
    owner,
    shopper,
  }) => {
    await sellWith(owner)
    await page.goto(`/coffee/${shelves.coffeeId}`)
    const ahead = page.getByText(
      /^Order until 10:00 .*(today|tomorrow): roasted on \w+day, .*, with you by .*\.$/,
    )
    await expect(ahead, shopper.email).toBeVisible()
    await expect(
      page.getByText('Delivery to Portugal from $4.50, free from $50.00. Prices include tax.'),
    ).toBeVisible()
    await expectNoFindings(page, 'a coffee with its delivery')
    await countBags(owner, shelves.packetId, 0)
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(ahead).toHaveCount(0)
    await sellWith(owner, [])
  })

  test('says which size is sold out, and still sells the other', async ({
    page,
    shelves,
    owner,
    shopper,
  }) => {
    await describeCoffee(owner, shelves)
    await countBags(owner, shelves.packetId, 0)
    await page.goto(`/coffee/${shelves.coffeeId}`)
    const soldOut = page.getByRole('radio', { name: /^1 kg.*Sold out/ })
    await expect(soldOut, shopper.email).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
    await soldOut.check()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Tell me when it is back' })).toBeVisible()
    await expect(page.getByLabel('How many')).toHaveCount(0)
    await expectNoFindings(page, 'a coffee with a size that is sold out')
    await page.getByRole('radio', { name: /^250 g/ }).check()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(news(page, 'Harar Added Successfully')).toBeVisible()
  })

  for (const { name, size, enlarge } of [
    { name: '390 px', size: sizes.phone, enlarge: async () => undefined },
    { name: '320 px with text at 200 %', size: sizes.narrow, enlarge: enlargeRoot },
  ]) {
    test(`on ${name} it fits, and the price and the button stay at the foot`, async ({
      page,
      shelves,
      owner,
      shopper,
    }) => {
      await describeCoffee(owner, shelves)
      await page.setViewportSize(size)
      await page.goto(`/coffee/${shelves.coffeeId}`)
      await enlarge(page)
      const buy = page.getByRole('button', { name: 'Buy Now' })
      await expect(buy, shopper.email).toBeVisible()
      await expectToFit(page)
      for (const place of [page.getByRole('heading', { level: 1 }), page.getByText('Cold brew')]) {
        await place.scrollIntoViewIfNeeded()
        const box = await boxOf(buy)
        expect(box.y + box.height).toBeLessThanOrEqual(size.height)
        expect(box.y).toBeGreaterThan(size.height / 2)
      }
      const grind = page.getByRole('radio', { name: 'Filter' })
      await grind.focus()
      const [chip, bar] = await Promise.all([boxOf(grind), boxOf(page.locator('.buy-bar'))])
      expect(chip.y + chip.height).toBeLessThanOrEqual(bar.y + 1)
      await expectNoFindings(page, `a coffee on ${name}`)
    })
  }

  test('does not calculate the styles of the page again while the bar at its foot stays as it is', async ({
    page,
    shelves,
    shopper,
  }) => {
    await page.setViewportSize(sizes.phone)
    await page.addInitScript(RECORD_HEIGHTS)
    await page.goto(`/coffee/${shelves.coffeeId}`)
    await expect(page.getByRole('button', { name: 'Buy Now' }), shopper.email).toBeVisible()
    const heights = async (): Promise<string[]> => page.evaluate('heights')
    await expect.poll(heights).toEqual([expect.stringMatching(/^[1-9]\d*px$/)])
    await page.setViewportSize({ ...sizes.phone, width: sizes.phone.width + 2 })
    await page.mouse.wheel(0, 100)
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
    expect(await heights()).toHaveLength(1)
  })
})

test.describe('the form of a coffee', () => {
  test('announces a lower price with the lowest one of the 30 days before, which shoppers see', async ({
    page,
    shelves,
    shopper,
    mailDatabase,
  }) => {
    await mailDatabase.write(`UPDATE users SET role = 'Admin' WHERE email = '${shopper.email}'`)
    const save = async (price: string) => {
      await page.goto(`/menu/coffee?whose=everyone&edit=${shelves.coffeeId}`)
      await page.getByLabel('Price', { exact: true }).fill(price)
      await page.getByLabel('Show the price before').check()
      await page.getByRole('button', { name: 'Save changes' }).click()
    }
    await save('14.00')
    await expect(page.getByLabel('Show the price before')).toBeFocused()
    await expect(page.getByLabel('Show the price before')).toHaveAccessibleDescription(
      /Needs a price below \$12\.50, the lowest of the last 30 days$/,
    )
    await expectNoFindings(page, 'a price that is not reduced')
    await save('10.00')
    await expect(news(page, 'Harar Saved Successfully')).toBeVisible()
    const was = 'was $12.50, lowest price of the 30 days before'
    await page.goto(`/coffee/${shelves.coffeeId}`)
    await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveAccessibleDescription(
      new RegExp(`^\\$10\\.00 ?, .*/kg ?, ${was.replace(/[$.]/g, String.raw`\$&`)}$`),
    )
    await expectNoFindings(page, 'a coffee with a reduced price')
    for (const list of ['/coffees', '/search?q=harar', `/coffeeDetails/${shelves.brandId}`]) {
      await page.goto(list)
      await expect(page.getByText(was), list).toBeVisible()
    }
    await page.goto(`/menu/coffee?whose=everyone&edit=${shelves.coffeeId}`)
    await page.getByLabel('Show the price before').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(news(page, 'Harar Saved Successfully')).toBeVisible()
    await page.goto('/coffees')
    await expect(page.getByText('$10.00').first()).toBeVisible()
    await expect(page.getByText(was)).toHaveCount(0)
  })

  test('takes its facts, says what is wrong at the field, loses nothing, and helps with the next coffee', async ({
    page,
    shelves,
    shopper,
    mailDatabase,
  }) => {
    await mailDatabase.write(`UPDATE users SET role = 'Admin' WHERE email = '${shopper.email}'`)
    const edit = `/menu/coffee?whose=everyone&edit=${shelves.coffeeId}`
    await page.goto(edit)
    const section = page.getByRole('group').filter({ hasText: 'Taste, origin and brewing' }).first()
    await page.getByText('Taste, origin and brewing').click()
    await page.getByLabel('Roast').selectOption('Light')
    await page.getByLabel('Kind').selectOption('Single origin')
    await page.getByRole('button', { name: 'Add a tasting note' }).click()
    await page.getByLabel('Tasting note 1').fill('Blueberry')
    await page.getByRole('button', { name: 'Add an origin' }).click()
    const origin = page.getByRole('group', { name: 'Origin 1' })
    await origin.getByLabel('Country').selectOption('Ethiopia')
    await origin.getByLabel('From metres').fill('2100')
    await origin.getByLabel('To metres').fill('1800')
    await page.getByRole('button', { name: 'Add a brew' }).click()
    const brew = page.getByRole('group', { name: 'Brew 1' })
    await brew.getByLabel('Brewer').fill('V60')
    await brew.getByLabel('Coffee in g').fill('15')
    await brew.getByLabel('Water in g').fill('250')
    await brew.getByLabel('Time').fill('soon')
    await page.getByText('Taste, origin and brewing').click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(origin.getByLabel('To metres')).toBeFocused()
    await expect(origin.getByLabel('To metres')).toHaveAccessibleDescription('This is below the beginning')
    await expect(brew.getByLabel('Time')).toHaveAccessibleDescription(/Minutes and seconds, such as 2:30$/)
    await expect(section).toContainText('Please look at the marked fields.')
    await expectNoFindings(page, 'the facts of a coffee with problems')
    await origin.getByLabel('To metres').fill('2200')
    await brew.getByLabel('Time').fill('2:45')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(news(page, 'Harar Saved Successfully')).toBeVisible()
    await page.goto(`/coffee/${shelves.coffeeId}`)
    for (const text of ['Blueberry', 'Ethiopia', '2,100 to 2,200 m', '2:45'])
      await expect(page.getByRole('article')).toContainText(text)
    await page.goto(`/menu/packet?whose=everyone&edit=${shelves.packetId}`)
    await expect(page.getByLabel('Another size of')).toHaveValue('')
    await expect(page.getByLabel('Roast')).toBeHidden()
    await page.goto(edit)
    await expect(page.getByLabel('Tasting note 1')).toHaveValue('Blueberry')
    await expect(page.getByLabel('Time')).toHaveValue('2:45')
  })
})
