import { cartOf, news } from './cart-page.ts'
import { widthOf } from './dashboard-page.ts'
import { countRequests, loseAnswer, refetchUntil } from './network.ts'
import { createAccount, expect, test } from './account-fixtures.ts'
import { demoCoffees, fillCart, sellCoffee } from './products.ts'

test.describe('buying', () => {
  test('leads a visitor to the login and back', async ({ page, shop }) => {
    const { email, password } = await createAccount(shop.url)
    await page.goto('/')
    await page.getByRole('link', { name: 'See Coffee' }).first().click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL(/\/coffeeDetails\//)
    await page.getByRole('button', { name: 'Buy Now' }).first().click()
    const name = await page.getByRole('article').first().getByRole('heading').textContent()
    await expect(
      page.getByRole('status').getByText(`${name} Added Successfully`, { exact: true }),
    ).toBeVisible()
  })

  test('shows a product list with all its fields, with three, two and one product in a row', async ({
    page,
    shopper,
  }) => {
    const coffees = await demoCoffees(shopper)
    const [brand] = await shopper.call('GET /allCoffee', {})
    await page.goto(`/coffeeDetails/${brand?._id}`)
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(coffees.length)
    for (const [index, { name, price, ratting, about }] of coffees.entries()) {
      const card = cards.nth(index)
      await expect(card.getByRole('heading', { name, exact: true })).toBeVisible()
      await expect(card).toContainText(`$${price}`)
      await expect(card).toContainText(`Ratting ${ratting}`)
      await expect(card).toContainText(about)
      await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)
      await expect(card.getByRole('button', { name: 'Buy Now' })).toBeVisible()
    }
    for (const [width, columns] of [
      [1440, 3],
      [800, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
      expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
    }
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  })

  test('shows a product with all its fields', async ({ page, shopper }) => {
    const [bag] = await shopper.call('GET /allPacket', {})
    const { about } = await shopper.call('GET /bagDetails/{id}', { params: { id: bag?._id ?? '' } })
    await page.goto(`/bagDetails/${bag?._id}`)
    await expect(page.getByRole('heading', { level: 1, name: about.name })).toBeVisible()
    for (const words of [about.about, `$${about.price}`, `Ratting ${about.ratting}`])
      await expect(page.getByRole('article')).toContainText(words)
    await expect(page.getByRole('article').locator('img').first()).toHaveAttribute('src', about.img)
    await page.getByRole('button', { name: 'Buy Now' }).dblclick()
    await expect(news(page, `${about.name} Added Successfully`)).toHaveCount(1)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'My Cart' }).click()
    await expect(cartOf(page).rows).toHaveCount(1)
  })

  test('buys one product by a double click, also a slow one, and once if answers are lost', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller)
    await page.goto(`/coffeeDetails/${coffee.brandId}`)
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(news(page, 'Slow Comet Added Successfully')).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.getByRole('link', { name: 'My Cart' }).click()
    await expect(cartOf(page).rows).toHaveCount(1)
    expect(await shopper.call('GET /myCarts', { query: { email: shopper.email } })).toHaveLength(1)

    await page.goBack()
    await page.route('**/api/orders', loseAnswer, { times: 2 })
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(news(page, 'Slow Comet Added Successfully').last()).toBeVisible()
    await page.getByRole('link', { name: 'My Cart' }).click()
    await expect(cartOf(page).rows).toHaveCount(2)
  })

  test('adds three coffees, each once, on a train whose network is gone twice', async ({
    page,
    context,
    shopper,
  }) => {
    const [brand] = await shopper.call('GET /allCoffee', {})
    await page.goto(`/coffeeDetails/${brand?._id}`)
    const cards = page.getByRole('article')
    await expect(cards.nth(2)).toBeVisible()
    const names = (await cards.getByRole('heading').allTextContents()).slice(0, 3)
    const buy = (at: number) => cards.nth(at).getByRole('button').click()
    await expect(cards.first().getByRole('button')).toBeEnabled()
    await context.setOffline(true)
    await buy(0)
    await buy(1)
    await context.setOffline(false)
    for (const name of names.slice(0, 2)) await expect(news(page, `${name} Added Successfully`)).toBeVisible()
    // The request arrives, and then the network is gone with the answer.
    await page.route(
      '**/api/orders',
      async (route) => {
        await route.fetch()
        await context.setOffline(true)
        await route.abort()
      },
      { times: 1 },
    )
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/orders'))
    await buy(2)
    await expect(cards.nth(2).getByRole('button')).toHaveAttribute('aria-disabled', 'true')
    // The network comes back after the answer was lost, not while the request is on its way.
    await lost
    await context.setOffline(false)
    await expect(news(page, `${names[2]} Added Successfully`)).toBeVisible()
    const cart = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    expect(cart.map(({ productName }) => productName).toSorted()).toEqual(names.toSorted())
  })

  test('leads a shopper whose session has ended to the login and back', async ({
    page,
    context,
    shopper,
  }) => {
    const [coffee] = await demoCoffees(shopper)
    const [brand] = await shopper.call('GET /allCoffee', {})
    // The navigation bar requests the number of items in the cart. Waits for the response, so that the click on "Buy
    // Now" sends the first request with the token that is made invalid below.
    const counted = page.waitForResponse('**/api/myCarts?*')
    await page.goto(`/coffeeDetails/${brand?._id}`)
    await expect(page.getByRole('heading', { name: coffee?.name ?? '' })).toBeVisible()
    await counted
    await context.clearCookies()
    await page.evaluate('localStorage.setItem("accessToken", "spoiled")')
    await page.getByRole('button', { name: 'Buy Now' }).first().click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    expect(await page.evaluate('localStorage.getItem("accessToken")')).toBeNull()
    await page.getByLabel('Email address').fill(shopper.email)
    await page.getByLabel('Password', { exact: true }).fill(shopper.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL(`/coffeeDetails/${brand?._id}`)
  })

  test('adds nothing if the price has changed, and shows the new one with a message', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller)
    await page.goto(`/coffeeDetails/${coffee.brandId}`)
    await expect(page.getByText('$12.50')).toBeVisible()
    await coffee.reprice('14.00')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(news(page, 'Slow Comet now costs $14.00.')).toBeVisible()
    await expect(page.getByRole('article').getByText('$14.00')).toBeVisible()
    expect(await shopper.call('GET /myCarts', { query: { email: shopper.email } })).toEqual([])

    await page.getByRole('button', { name: 'Buy Now' }).press('Enter')
    await expect(news(page, 'Slow Comet Added Successfully')).toBeVisible()
    await page.getByRole('contentinfo').click({ position: { x: 1, y: 1 } })
    await coffee.reprice('15.00')
    await refetchUntil(page, () =>
      expect(page.getByRole('article').getByText('$15.00')).toBeVisible({ timeout: 1000 }),
    )
    await expect(page.getByRole('heading', { name: 'Slow Comet' }), 'long after the click').not.toBeFocused()
  })

  test('adds nothing if the product was withdrawn, says so, and disables its button', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller)
    const { category_name } = await shopper.call('GET /coffeeDetails/{id}', {
      params: { id: coffee.brandId },
    })
    const { email } = seller
    const other = { img: coffee.img, name: 'Staying Put', price: '9.00', ratting: 4, category_name, email }
    await seller.call('POST /addNewCoffee', { body: other })
    await page.goto(`/coffeeDetails/${coffee.brandId}`)
    const buy = page.getByRole('button', { name: 'Buy Now' })
    await expect(buy).toHaveCount(2)
    await coffee.remove()
    await page.getByRole('article').filter({ hasText: coffee.name }).getByRole('button').press('Enter')
    await expect(news(page, 'Slow Comet is no longer sold. It was not added to your cart.')).toBeVisible()
    await expect(buy).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Staying Put' })).toBeFocused()

    await seller.call('DELETE /brandDelete/{id}', { params: { id: coffee.brandId } })
    await buy.press('Enter')
    await expect(page.getByRole('main').getByText(`${category_name} is no longer in the shop`)).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(buy).toHaveCount(0)
    await page.getByRole('link', { name: 'See all coffees' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: category_name })).toHaveCount(0)
  })

  test('a withdrawn bag is not shown any more after Back', async ({ page, shopper, seller }) => {
    const coffee = await sellCoffee(seller, { name: 'Passing Cloud' })
    const { email } = seller
    const about = { name: coffee.name, img: coffee.img, price: '13.00', ratting: 4, about: 'Light.', email }
    const { insertedId: id = '' } = await seller.call('POST /addNewPacket', {
      body: { img: coffee.img, category_name: coffee.name, email, about },
    })
    await page.goto(`/bagDetails/${id}`)
    await expect(page.getByRole('heading', { level: 1 }), shopper.email).toHaveText('Passing Cloud')
    await seller.call('DELETE /packet/{id}', { params: { id } })
    await refetchUntil(page, () =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText('Passing Cloud is no longer in the shop', {
        timeout: 1000,
      }),
    )
    await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'See all coffees' })).toBeVisible()
    await coffee.remove()
  })
})

test.describe('the cart', () => {
  test('is a table with the newest item first, and keeps the order of rows when one is paid', async ({
    page,
    shopper,
  }) => {
    const coffees = (await demoCoffees(shopper)).slice(0, 3)
    await fillCart(shopper, coffees)
    await page.goto('/myCart')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Order Is Here')
    await expect(page.getByRole('columnheader')).toHaveText([
      'No.',
      'Product',
      'Name',
      'Price',
      'Delete',
      'Pay',
    ])
    const { row, rows, total, payAll } = cartOf(page)
    for (const [index, { name, price }] of coffees.toReversed().entries()) {
      await expect(rows.nth(index)).toContainText(`${index + 1}`)
      await expect(rows.nth(index)).toContainText(name)
      await expect(rows.nth(index)).toContainText(`$${price}`)
      await expect(rows.nth(index).locator('img')).toHaveAttribute('src', /^\/images\//)
    }
    const sum = coffees.reduce((cents, { price }) => cents + Math.round(Number(price) * 100), 0)
    await expect(total).toContainText(`$${(sum / 100).toFixed(2)}`)
    await expect(payAll).toBeEnabled()
    await expect(rows.first().getByRole('cell').filter({ hasText: '$' })).toHaveCSS('text-align', 'right')
    await expect(rows.first().getByRole('rowheader'), 'no unit alone in a line').toHaveCSS(
      'text-wrap',
      'pretty',
    )
    const price = rows.first().locator('.price')
    expect(await widthOf(price, '$11.11')).toBe(await widthOf(price, '$00.00'))

    const middle = coffees[1]?.name ?? ''
    const tops = () => rows.evaluateAll((all) => all.map((shown) => shown.getBoundingClientRect().top))
    const wide = await tops()
    await page.setViewportSize({ width: 390, height: 844 })
    const narrow = await tops()
    await row(middle).getByRole('button', { name: 'Pay' }).press('Enter')
    await expect(row(middle)).toContainText('Delivery: Ordered')
    await expect(row(middle).getByRole('rowheader')).toBeFocused()
    await expect(rows.nth(1)).toContainText(middle)
    expect(await tops()).toEqual(narrow)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await tops()).toEqual(wide)
  })

  test('shows unpaid items first, then the newest ten paid ones, and the older ones on request', async ({
    page,
    shopper,
  }) => {
    const [first, second, third] = await demoCoffees(shopper)
    if (!first || !second || !third) throw new Error('The demo shop has too few coffees')
    const ids = await fillCart(shopper, [second, third, first, ...Array.from({ length: 11 }, () => second)])
    for (const id of ids.slice(2))
      await shopper.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await page.goto('/myCart')
    const { rows, total } = cartOf(page)
    await expect(rows).toHaveCount(12)
    const unpaid = page.getByRole('table', { name: 'My orders', exact: true }).getByRole('row')
    await expect(unpaid).toHaveCount(3)
    await expect(unpaid.nth(1)).toContainText(third.name)
    await expect(unpaid.nth(2)).toContainText(second.name)
    await expect(total).toContainText(
      `$${((Number(second.price) * 100 + Number(third.price) * 100) / 100).toFixed(2)}`,
    )
    await expect(rows.filter({ hasText: first.name })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all 12 paid items' }).press('Enter')
    await expect(rows).toHaveCount(14)
    await expect(rows.nth(12).getByRole('rowheader')).toBeFocused()
    await expect(rows.last()).toContainText(first.name)
    await expect(rows.last().getByRole('cell').first()).toHaveText('14')
    await expect(page.getByRole('button', { name: /Show all/ })).toHaveCount(0)
    await unpaid.nth(1).getByRole('button', { name: 'Pay' }).click()
    await expect(
      unpaid.nth(1).getByRole('button', { name: 'Payment Done' }),
      'in its place until the next visit',
    ).toBeVisible()
    await page.reload()
    await expect(unpaid).toHaveCount(2)
  })

  test('distinguishes a coffee from a bag with the same name and picture', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller, { name: 'Twin Peak', brand: 'High Roast' })
    const { email } = seller
    const about = { name: coffee.name, img: coffee.img, price: '12.50', ratting: 4, about: 'A kilo.', email }
    const { insertedId: bagId = '' } = await seller.call('POST /addNewPacket', {
      body: { img: coffee.img, category_name: 'Kilo Bags', email, about },
    })
    await fillCart(shopper, [coffee, { ...coffee, _id: bagId }])
    await page.goto('/myCart')
    const { rows } = cartOf(page)
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('Bag: Kilo Bags')
    await expect(rows.nth(1)).toContainText('Coffee of High Roast')
    await seller.call('DELETE /packet/{id}', { params: { id: bagId } })
    await coffee.remove()
  })

  test('deletes one item by a double click, restores it, and says that a paid one stays ordered', async ({
    page,
    shopper,
  }) => {
    const deleted = countRequests(page, '/api/orderDelete')
    const restored = countRequests(page, '/api/orderRestore')
    const [paid = ''] = await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3).toReversed())
    await shopper.call('PUT /singlePayment/{id}', { params: { id: paid }, body: null })
    await page.goto('/myCart')
    const { rows, row } = cartOf(page)
    const words = 'The order stays, and nothing is refunded.'
    await expect(page.getByTitle(words)).toHaveCount(1)
    const paidDelete = rows.filter({ hasText: 'Payment Done' }).getByRole('button', { name: 'Delete' })
    await expect(paidDelete).toHaveAccessibleDescription(new RegExp(words))
    await paidDelete.click()
    await expect(news(page, 'Order Delete Succwssfully')).toContainText(words)
    await expect(rows).toHaveCount(2)
    await page.reload()
    await expect(rows).toHaveCount(2)
    await row('Marcala Ridge').getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(1)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(news(page, 'Order Delete Succwssfully')).toHaveCount(1)
    await expect(rows).toHaveCount(1)
    expect(deleted()).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).dblclick()
    await expect(news(page, 'Marcala Ridge is back in your cart')).toBeVisible()
    await expect(news(page, 'could not be brought back')).toHaveCount(0)
    expect(restored()).toBe(1)
    await expect(row('Marcala Ridge')).toBeVisible()
    await page.reload()
    await expect(rows).toHaveCount(2)
  })

  test('says why a row was not deleted, or that it is not known when the answer is lost, as for Undo', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
    const addresses = /\/api\/order(Delete|Restore)\//
    const title = 'This is being paid right now.'
    const refusal = { status: 409, title, code: 'being-paid', type: 'about:blank' }
    await page.route(addresses, (route) => route.fulfill({ status: 409, json: refusal }))
    await page.goto('/myCart')
    const { row, rows } = cartOf(page)
    await row('Marcala Ridge').getByRole('button', { name: 'Delete' }).click()
    await expect(news(page, `was not deleted. ${title}`)).toBeVisible()
    await expect(rows).toHaveCount(2)
    await page.unroute(addresses)
    await page.route(addresses, loseAnswer)
    await row('Marcala Ridge').getByRole('button', { name: 'Delete' }).click()
    await expect(
      news(page, /^It is not known whether Marcala Ridge was deleted\. We could not reach the shop/),
    ).toBeVisible()
    await expect(rows).toHaveCount(1)
    await page.unroute(addresses)
    await rows.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.route(addresses, loseAnswer)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(
      news(page, /^It is not known whether .* was brought back\. We could not reach the shop/),
    ).toBeVisible()
    await expect(rows).toHaveCount(1)
  })

  test('keeps the focus next to a deleted row, and links to the coffees when it is empty', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
    await page.goto('/myCart')
    const { rows } = cartOf(page)
    await rows.first().getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows.first().getByRole('rowheader')).toBeFocused()
    await rows.first().getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('link', { name: 'See our coffees' }).click()
    await expect(page.getByRole('heading', { name: 'See Our All Coffee Category' })).toBeInViewport()
  })

  test('sends four requests before it gives up, then offers Retry', async ({ page, shopper }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    const asked = countRequests(page, '/api/myCarts')
    await page.clock.install()
    await page.route('**/api/myCarts?*', (route) => route.abort())
    await page.goto('/myCart')
    const alert = page.getByRole('alert')
    await expect(async () => {
      await page.clock.runFor(4000)
      await expect(alert).toContainText('Your orders could not be loaded', { timeout: 100 })
    }).toPass()
    await expect(alert).toContainText('We could not reach the shop')
    expect(asked()).toBe(4)
    await page.unroute('**/api/myCarts?*')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(cartOf(page).rows).toHaveCount(1)
  })
})
