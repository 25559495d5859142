import { vi } from 'vitest'

/**
 * Replaces the hashing of passwords by a function that takes no time. A test file that needs many accounts imports this
 * module first. The stored text still differs from the password. Both functions are mocks that count their calls.
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
