import type { Payments } from '../payments.ts'

/**
 * Returns the gateway's id of the account that charges the saved cards, or undefined if no gateway has one, or if the key may not
 * read it. Rejects if the gateway cannot be asked.
 */
export async function findAccount({ gateways }: Pick<Payments, 'gateways'>): Promise<string | undefined> {
  for (const gateway of gateways.values()) {
    const account = gateway.kind === 'remote' && (await gateway.readAccount?.())
    if (account) return account
  }
  return undefined
}
