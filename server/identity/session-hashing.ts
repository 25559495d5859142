import { createHash } from 'node:crypto'
import type { kyselyAdapter } from '@better-auth/kysely-adapter'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type Where = Parameters<Adapter['deleteMany']>[0]['where']

/**
 * Keeps session tokens out of the database: the library's adapter is given their SHA-256 instead, and the library
 * gets back the token it asked with. Whoever steals the file cannot sign in with what stands there.
 */
export function withHashedTokens(adapter: Adapter): Adapter {
  const wrapped: Adapter = {
    ...adapter,
    create: (async (input) => {
      if (input.model !== 'session' || !('token' in input.data)) return adapter.create(input)
      const { token } = input.data
      // The row has the type that the library asked for: only its token is put back.
      const row = await adapter.create({ ...input, data: { ...input.data, token: hashOf(token) } })
      return giveBack(row, token)
    }) as Adapter['create'],
    findOne: async (input) =>
      giveBack(await adapter.findOne({ ...input, where: hashed(input) }), tokenIn(input)),
    findMany: (input) =>
      adapter.findMany(input.where ? { ...input, where: hashed({ ...input, where: input.where }) } : input),
    update: async (input) =>
      giveBack(await adapter.update({ ...input, where: hashed(input) }), tokenIn(input)),
    updateMany: (input) => adapter.updateMany({ ...input, where: hashed(input) }),
    delete: (input) => adapter.delete({ ...input, where: hashed(input) }),
    deleteMany: (input) => adapter.deleteMany({ ...input, where: hashed(input) }),
    // There are no transactions here, but what the library does inside one must pass through this too.
    transaction: (work) => work(wrapped),
  }
  return wrapped
}

type Aimed = { model: string; where: Where }

function tokenIn({ model, where }: Aimed): unknown {
  return model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
}

function hashed({ model, where }: Aimed): Where {
  if (model !== 'session') return where
  return where.map((clause) => {
    if (clause.field !== 'token') return clause
    const { value } = clause
    return { ...clause, value: Array.isArray(value) ? value.map((one) => hashOf(one)) : hashOf(value) }
  })
}

function hashOf(token: unknown): string {
  return createHash('sha256').update(String(token)).digest('base64url')
}

function giveBack<T>(row: T, token: unknown): T {
  const isSession = typeof row === 'object' && row !== null && 'token' in row
  return isSession && typeof token === 'string' ? { ...row, token } : row
}
