import { hash } from 'node:crypto'
import type { kyselyAdapter } from '@better-auth/kysely-adapter'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type Where = Parameters<Adapter['deleteMany']>[0]['where']

/**
 * Wraps the database adapter of better-auth so that the database contains only SHA-256 hashes of session tokens.
 * Sessions are looked up by the hash, and better-auth gets the row with the token itself. Someone with a copy of the
 * database therefore cannot take over a session.
 */
export function withHashedTokens(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: (async (input) => {
      if (input.model !== 'session' || !('token' in input.data)) return adapter.create(input)
      const { token } = input.data
      // The cast below restores the generic type of `create`. It is correct, because only the token in the row is
      // replaced.
      const row = await adapter.create({ ...input, data: { ...input.data, token: hashOf(token) } })
      return withToken(row, token)
    }) as Adapter['create'],
    findOne: async (input) =>
      withToken(await adapter.findOne({ ...input, where: hashed(input) }), tokenIn(input)),
    findMany: (input) =>
      adapter.findMany(input.where ? { ...input, where: hashed({ ...input, where: input.where }) } : input),
    update: async (input) =>
      withToken(await adapter.update({ ...input, where: hashed(input) }), tokenIn(input)),
    updateMany: (input) => adapter.updateMany({ ...input, where: hashed(input) }),
    delete: (input) => adapter.delete({ ...input, where: hashed(input) }),
    deleteMany: (input) => adapter.deleteMany({ ...input, where: hashed(input) }),
  }
}

type Condition = { model: string; where: Where }

function tokenIn({ model, where }: Condition): unknown {
  return model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
}

function hashed({ model, where }: Condition): Where {
  if (model !== 'session') return where
  return where.map((clause) => {
    if (clause.field !== 'token') return clause
    const { value } = clause
    return { ...clause, value: Array.isArray(value) ? value.map((one) => hashOf(one)) : hashOf(value) }
  })
}

function hashOf(token: unknown): string {
  return hash('sha256', String(token), 'base64url')
}

function withToken<T>(row: T, token: unknown): T {
  const isSession = typeof row === 'object' && row !== null && 'token' in row
  return isSession && typeof token === 'string' ? { ...row, token } : row
}
