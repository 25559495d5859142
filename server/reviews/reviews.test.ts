import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, saveSelling } from '#test/orders/orders.ts'
import { fill } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const said = { stars: 5, text: ' Sweet. ', brewedWith: 'V60' }

describe.each(stores)('reviews on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    await shop.database.write(({ tx }) => tx.deleteFrom('reviews').execute())
    await saveSelling(shop.database, { showsReviewsAtOnce: false })
    cora = await shop.person(`Cora Reis ${(count += 1)}`)
  })

  const review = (person: TestPerson, body = said, id = shop.shelves.espresso.id) =>
    person.call('PUT /myReview/{id}', { params: { id }, body })
  const own = async (person: TestPerson, id = shop.shelves.espresso.id) =>
    (await person.call('GET /myReview/{id}', { params: { id } })).answer
  const shown = async (person = cora) =>
    (await person.call('GET /coffee/{id}', { params: { id: shop.shelves.espresso.id } })).answer.reviews
  const setDelivered = (id: string) =>
    shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ state: 'delivered' }).where('id', '=', id).execute(),
    )
  const decide = async (state: 'shown' | 'hidden') => {
    const [listed] = (await ada.call('GET /reviews', { query: {} })).answer
    return ada.call('PUT /reviews/{id}', { params: { id: listed?._id ?? '' }, body: { state } })
  }

  test('are written by those who have bought the coffee', async () => {
    await fill(cora, shop.shelves.espresso)
    expect(await own(cora)).toEqual({ hasBought: false, review: null })
    expect((await review(cora)).problem.code).toBe('not-bought')
    await buy(cora, shop.shelves.espresso)
    expect((await review(cora)).answer).toEqual({ ...said, text: 'Sweet.', state: 'waiting' })
    expect(await own(cora)).toMatchObject({ hasBought: true, review: { state: 'waiting' } })
  })

  test('are shown once an admin has looked at them, with the first name', async () => {
    await buy(cora, shop.shelves.espresso)
    await review(cora)
    expect(await shown()).toEqual({ count: 0, average: 0, newest: [] })
    expect((await decide('shown')).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect(await shown()).toEqual({
      count: 1,
      average: 5,
      newest: [
        {
          _id: expect.any(String),
          name: 'Cora',
          ...said,
          text: 'Sweet.',
          writtenOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    })
    const [entry] = (await ada.call('GET /audit', { query: { limit: '1' } })).answer
    expect(entry).toMatchObject({ action: 'showed review', subject: 'Espresso' })
    await decide('hidden')
    expect((await shown()).count).toBe(0)
    expect((await own(cora)).review?.state).toBe('hidden')
  })

  test('are shown at once if the owner wants that, and waits for a look after a change otherwise', async () => {
    await saveSelling(shop.database, { showsReviewsAtOnce: true })
    await buy(cora, shop.shelves.espresso)
    await review(cora)
    expect((await shown()).count).toBe(1)
    await saveSelling(shop.database, { showsReviewsAtOnce: false })
    await review(cora, { ...said, stars: 1 })
    expect((await shown()).count).toBe(0)
  })

  test('that an admin has hidden wait for another look after a change, also after a second one', async () => {
    await saveSelling(shop.database, { showsReviewsAtOnce: true })
    await buy(cora, shop.shelves.espresso)
    await review(cora)
    await decide('hidden')
    for (const stars of [2, 3])
      expect((await review(cora, { ...said, stars })).answer).toMatchObject({ stars, state: 'waiting' })
    await decide('shown')
    expect((await review(cora)).answer.state).toBe('shown')
  })

  test('are no longer shown once an admin or their writer has deleted the account', async () => {
    await saveSelling(shop.database, { showsReviewsAtOnce: true })
    const dora = await shop.person(`Dora ${count}`)
    for (const person of [cora, dora]) {
      await setDelivered(await buy(person, shop.shelves.espresso))
      await review(person)
    }
    expect((await shown(ada)).count).toBe(2)
    await ada.call('DELETE /userDelete/{id}', { params: { id: cora.userId } })
    expect((await shown(ada)).count).toBe(1)
    await dora.call('POST /account/deletion', { body: { password: dora.password } })
    expect((await shown(ada)).count).toBe(0)
  })

  test('are one for each person and coffee, also with two requests at once, and have an average', async () => {
    await saveSelling(shop.database, { showsReviewsAtOnce: true })
    const dora = await shop.person(`Dora ${count}`)
    await Promise.all([buy(cora, shop.shelves.espresso), buy(dora, shop.shelves.espresso)])
    await Promise.all([
      review(cora, { ...said, stars: 2 }),
      review(cora, { ...said, stars: 2 }),
      review(dora),
    ])
    expect(await shown()).toMatchObject({ count: 2, average: 3.5 })
  })

  test('of a bag are those of its coffee', async () => {
    const { espresso, lungo } = shop.shelves
    const bag = (coffee_id: string | null) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('products').set({ coffee_id }).where('id', '=', lungo.id).execute(),
      )
    await bag(espresso.id)
    await buy(cora, lungo)
    expect((await review(cora, said, lungo.id)).status).toBe(200)
    expect((await own(cora)).review).toMatchObject({ stars: 5 })
    await bag(null)
  })

  test('are refused without text, with six stars, and about nothing', async () => {
    await buy(cora, shop.shelves.espresso)
    for (const wrong of [{ text: ' ' }, { stars: 6 }, { stars: 0 }, { text: 'x'.repeat(2001) }])
      expect((await review(cora, { ...said, ...wrong })).status).toBe(422)
    expect((await review(cora, said, 'nothing')).status).toBe(404)
    expect(
      (await ada.call('PUT /reviews/{id}', { params: { id: 'nothing' }, body: { state: 'shown' } })).status,
    ).toBe(404)
  })
})
