import { vi } from 'vitest'

/**
 * Imported first, this makes hashing passwords cost nothing: for tests of what has nothing to do with passwords but
 * needs many people. What is kept is still not the password. Both functions count their calls.
 */
vi.mock('#server/identity/passwords.ts', () => {
  const cheaply = (password: string) => `cheap:${Buffer.from(password).toString('hex')}`
  return {
    hashPassword: vi.fn(async (password: string) => cheaply(password)),
    isPassword: vi.fn(
      async ({ hash, password }: { hash: string; password: string }) => hash === cheaply(password),
    ),
  }
})
