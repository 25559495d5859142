import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null
  }
}

/** Starts one PostgreSQL server before all tests, for those that run on both databases. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = findPostgres()
  if (!folder) {
    project.provide('postgresUrl', null)
    return sayThatHalfIsMissing
  }
  const server = await startPostgres(folder)
  project.provide('postgresUrl', server.url)
  return server.stop
}

async function sayThatHalfIsMissing(): Promise<void> {
  console.warn('\n*** PostgreSQL is not installed here: its half of the tests was SKIPPED. ***\n')
}
