import { vi } from 'vitest'

/**
 * Replaces the hashing of passwords with functions that take almost no time. `vitest.config.ts` loads this module for
 * most test files, and other test files can import it before all other modules. The stored text still differs from the
 * password. The functions are mocks, so tests can count their calls.
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
