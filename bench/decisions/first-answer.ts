import { startShop } from '../../test/processes/running-shop.ts'
import { inRounds, milliseconds } from './rounds.ts'
import type { Finding, Round } from './rounds.ts'

/** From starting the process to its first home page: in an empty folder, and on the data that is there then. */
export async function measureFirstAnswer(): Promise<Finding[]> {
  const rounds = await inRounds(startTwice)
  return [{ title: 'Start to first home page', unit: 'milliseconds', rounds }]
}

async function startTwice(): Promise<Round> {
  const started = performance.now()
  const shop = await startShop()
  try {
    await firstPage(shop.url)
    const empty = performance.now() - started
    await shop.kill()
    const again = await milliseconds(async () => {
      await shop.restart()
      await firstPage(shop.url)
    })
    return { 'on its data, after kill -9': again, 'in an empty folder, with the demo shop': empty }
  } finally {
    await shop.dispose()
  }
}

async function firstPage(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The home page answered ${response.status}.`)
  await response.text()
}
