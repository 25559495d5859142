import type { Check } from './check.ts'
import { checkPostgres } from './postgres-findings.ts'
import { checkSqlite } from './sqlite-findings.ts'

export const checkDatabase: Check = {
  name: 'database',
  run: async ({ config: { databaseUrl, dataDir, postgres } }) =>
    databaseUrl === null ? checkSqlite(dataDir) : checkPostgres({ dataDir, databaseUrl, postgres }),
}
