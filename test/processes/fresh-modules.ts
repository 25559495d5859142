import { vi } from 'vitest'

/**
 * Makes a test file load all modules of the project again, so that it does not get those that the file before it has
 * replaced, or whose clock it has set. Packages stay loaded, which makes this much faster than a new worker process.
 */
vi.useRealTimers()
vi.resetModules()
