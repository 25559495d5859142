import { resolve } from 'node:path'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readOptionalSetting } from './stored-settings.ts'

/*
 * A copy of a shop sleeps, so that it does not charge and write to the customers of the real one: it charges no renewals, and
 * sends no mails that are older than the copy, until an admin says that it is the real one.
 */

/**
 * Since when a shop sleeps, in UTC milliseconds, and why: it was restored, or has another address, data folder or account at the
 * gateway.
 */
export type Sleep = { since: number; reason: 'restored' | 'moved' }

/**
 * Where a shop runs. `folder` is null on PostgreSQL, where each instance has its own. `account` is the gateway's id of the account
 * that charges the saved cards, and is missing if it is not known.
 */
export type Place = { address: string; folder: string | null; account?: string }

export const ASLEEP_WARNING =
  'This shop may be a copy: it was restored, or has another address, data folder or Stripe account. It charges no subscriptions and sends no older mails until an admin says in the dashboard that it is the real one.'

/** The names of the rows in `shop_settings` that hold these. */
export const ASLEEP = 'asleep'
const PLACE = 'place'

export async function findSleep(db: Db): Promise<Sleep | null> {
  return (await readOptionalSetting<Sleep>(db, ASLEEP)).value
}

type Config = { publicUrl: string; dataDir: string; databaseUrl: string | null }

export function placeOf({ publicUrl, dataDir, databaseUrl }: Config): Place {
  return { address: publicUrl, folder: databaseUrl === null ? resolve(dataDir) : null }
}

/**
 * Puts a shop with subscriptions to sleep that runs at another place than before. Other shops only remember the place.
 * Returns the sleep, or null if the shop is awake.
 */
export async function checkPlace({ read, write }: ShopDatabase, place: Place): Promise<Sleep | null> {
  const { value: known } = await readOptionalSetting<Place>(read, PLACE)
  if (known === null || isOther(known, place) || known.account !== (place.account ?? known.account))
    await write(async ({ tx }) => {
      const isCopy = known !== null && isOther(known, place) && (await hasSubscriptions(tx))
      if (!isCopy) await put(tx, PLACE, { ...known, ...place })
      else if (!(await findSleep(tx))) await put(tx, ASLEEP, { since: now(), reason: 'moved' })
    })
  return findSleep(read)
}

function isOther(known: Place, { address, folder, account }: Place): boolean {
  const hasMoved = known.address !== address || known.folder !== folder
  return hasMoved || (known.account ?? account) !== (account ?? known.account)
}

async function hasSubscriptions(db: Db): Promise<boolean> {
  // The code of a gift that is not used yet works once, and not once in each copy.
  const unused = db.selectFrom('gifts').select('payment_id').where('subscription_id', 'is', null).limit(1)
  return (await hasRunning(db)) || (await unused.executeTakeFirst()) !== undefined
}

/** Returns whether a subscription of anybody has not ended. */
export async function hasRunning(db: Db): Promise<boolean> {
  const running = db.selectFrom('subscriptions').select('id').where('state', '!=', 'ended').limit(1)
  return (await running.executeTakeFirst()) !== undefined
}

/** Wakes a shop, which is the real one at this place from now on. */
export async function wake(tx: Db, place: Place): Promise<void> {
  await put(tx, PLACE, place)
  await tx.deleteFrom('shop_settings').where('name', '=', ASLEEP).execute()
}

async function put(tx: Db, name: string, value: Sleep | Place): Promise<void> {
  const row = { name, value: JSON.stringify(value), changed_at: now() }
  await tx
    .insertInto('shop_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
