import { vi } from 'vitest'

/**
 * Replaces the hashing of passwords with functions that take no time. `vitest.config.ts` loads this module for most
 * test files, and the others can import it first. The stored text still differs from the password. The functions are
 * mocks, so tests can count their calls.
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
