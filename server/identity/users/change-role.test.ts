import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('roles on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let count = 0
  let ada: TestPerson
  let cora: TestPerson
  beforeEach(async () => {
    await shop.database.write(({ tx }) => tx.updateTable('users').set({ role: null }).execute())
    count += 1
    ada = await shop.admin(`Ada ${count}`)
    cora = await shop.person(`Cora ${count}`)
  })

  const id = (person: TestPerson) => ({ params: { id: person.userId } })
  const listed = async (person: TestPerson) =>
    (await ada.call('GET /allUser', { query: { email: person.email } })).answer[0]
  const isAdmin = async (person: TestPerson) =>
    (await person.call('GET /user/admin/{email}', { params: { email: person.email } })).answer.isAdmin
  const role = async (person: TestPerson) =>
    (await person.call('GET /user/admin/{email}', { params: { email: person.email } })).answer
  const deeds = async (subject: TestPerson) => {
    const { answer } = await ada.call('GET /audit', { query: {} })
    return answer
      .filter((entry) => entry.subject === subject.email)
      .map(({ who, action }) => `${who} ${action}`)
  }

  test('are changed at once and written to the audit log', async () => {
    expect((await cora.call('GET /allUser', { query: {} })).status).toBe(403)
    expect((await ada.call('PUT /makeAdmin/{id}', id(cora))).answer).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect([await isAdmin(cora), await listed(cora)]).toEqual([
      true,
      { _id: cora.userId, name: cora.name, email: cora.email, role: 'Admin' },
    ])
    expect((await cora.call('GET /allUser', { query: {} })).status).toBe(200)
    expect((await ada.call('PUT /removeAdmin/{id}', id(cora))).answer).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect([await isAdmin(cora), await listed(cora)]).toEqual([
      false,
      { _id: cora.userId, name: cora.name, email: cora.email },
    ])
    expect((await cora.call('GET /allUser', { query: {} })).status).toBe(403)
    expect(await deeds(cora)).toEqual([`${ada.email} removed admin`, `${ada.email} made admin`])
  })

  test('that the user already has are written to the audit log once', async () => {
    for (const name of ['PUT /makeAdmin/{id}', 'PUT /removeAdmin/{id}'] as const) {
      for (let times = 0; times < 2; times++)
        expect((await ada.call(name, id(cora))).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    }
    expect(await deeds(cora)).toEqual([`${ada.email} removed admin`, `${ada.email} made admin`])
  })

  test('of unknown users are not found', async () => {
    for (const name of ['PUT /makeAdmin/{id}', 'PUT /removeAdmin/{id}', 'DELETE /userDelete/{id}'] as const) {
      const { status, problem } = await ada.send(name, { params: { id: 'unknown' } })
      expect([name, status, problem.code]).toEqual([name, 404, 'not-found'])
    }
  })

  test('the last admin can be neither demoted nor deleted, not even by themselves', async () => {
    for (const name of ['PUT /removeAdmin/{id}', 'DELETE /userDelete/{id}'] as const) {
      const { status, problem } = await ada.send(name, id(ada))
      expect([name, status, problem.code]).toEqual([name, 409, 'last-admin'])
    }
    expect([await isAdmin(ada), await deeds(ada)]).toEqual([true, []])
  })

  test('the last admin, who is no packer, is not refused when the role of a packer is taken', async () => {
    expect((await ada.send('PUT /removePacker/{id}', id(ada))).status).toBe(200)
    expect([await isAdmin(ada), await deeds(ada)]).toEqual([true, []])
  })

  test('shoppers can be demoted and deleted while there is one admin', async () => {
    expect((await ada.call('PUT /removeAdmin/{id}', id(cora))).status).toBe(200)
    expect((await ada.call('DELETE /userDelete/{id}', id(cora))).answer).toEqual({
      acknowledged: true,
      deletedCount: 1,
    })
    expect(await deeds(cora)).toEqual([`${ada.email} deleted user`])
  })

  test('a deleted admin does not count as a remaining one', async () => {
    const zoe = await shop.admin(`Zoe ${count}`)
    expect((await ada.call('DELETE /userDelete/{id}', id(zoe))).status).toBe(200)
    expect((await ada.call('PUT /removeAdmin/{id}', id(ada))).problem.code).toBe('last-admin')
    for (const name of ['PUT /makeAdmin/{id}', 'PUT /removeAdmin/{id}', 'DELETE /userDelete/{id}'] as const) {
      expect((await ada.send(name, id(zoe))).status, name).toBe(404)
    }
  })

  test('a shopper becomes a packer, who is no admin, and a shopper again', async () => {
    expect((await cora.call('GET /pickList', {})).status).toBe(403)
    for (let times = 0; times < 2; times++)
      expect((await ada.call('PUT /makePacker/{id}', id(cora))).answer.modifiedCount).toBe(1)
    expect([await role(cora), (await listed(cora))?.role]).toEqual([
      { isAdmin: false, isPacker: true },
      'Packer',
    ])
    expect((await cora.call('GET /pickList', {})).status).toBe(200)
    expect((await cora.call('GET /allUser', { query: {} })).status).toBe(403)
    expect((await ada.call('PUT /removeAdmin/{id}', id(cora))).status).toBe(200)
    expect(await role(cora)).toEqual({ isAdmin: false, isPacker: true })
    for (let times = 0; times < 2; times++) await ada.call('PUT /removePacker/{id}', id(cora))
    expect([await role(cora), (await listed(cora))?.role]).toEqual([{ isAdmin: false }, undefined])
    expect((await cora.call('GET /pickList', {})).status).toBe(403)
    expect(await deeds(cora)).toEqual([`${ada.email} removed packer`, `${ada.email} made packer`])
  })

  test('a packer becomes an admin at once, and an admin no packer by a click that came too late', async () => {
    await ada.call('PUT /makePacker/{id}', id(cora))
    await ada.call('PUT /makeAdmin/{id}', id(cora))
    expect([await role(cora), (await cora.call('GET /audit', { query: {} })).status]).toEqual([
      { isAdmin: true },
      200,
    ])
    expect((await ada.call('PUT /makePacker/{id}', id(cora))).problem.code).toBe('state-conflict')
    expect((await ada.call('PUT /removePacker/{id}', id(cora))).status).toBe(200)
    expect(await role(cora)).toEqual({ isAdmin: true })
  })

  test('a packer does not count as a remaining admin, and is deleted as an admin is', async () => {
    const pia = await shop.packer(`Pia ${count}`)
    expect((await ada.call('PUT /removeAdmin/{id}', id(ada))).problem.code).toBe('last-admin')
    expect((await ada.call('DELETE /userDelete/{id}', id(pia))).status).toBe(200)
    expect((await pia.call('GET /pickList', {})).status).toBe(401)
    const row = shop.database.read.selectFrom('users').select(['name', 'role']).where('id', '=', pia.userId)
    expect(await row.executeTakeFirst()).toEqual({ name: pia.name, role: null })
  })

  test('an admin can demote themselves while another one remains', async () => {
    await shop.admin(`Zoe ${count}`)
    expect((await ada.call('PUT /removeAdmin/{id}', id(ada))).status).toBe(200)
    expect((await ada.call('GET /audit', { query: {} })).status).toBe(403)
  })
})
