import type { OpenShop } from './bench-shop.ts'

/** Returns the canonical path of the page of a packet. The shop redirects from the path without the name. */
export async function productPage({
  origin,
  packetId,
}: Pick<OpenShop, 'origin' | 'packetId'>): Promise<string> {
  const page = await fetch(`${origin}/bagDetails/${packetId}`)
  await page.arrayBuffer()
  return new URL(page.url).pathname
}
