import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{bench,client,contract,db,scripts,server,test}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/postgres/global-setup.ts',
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
