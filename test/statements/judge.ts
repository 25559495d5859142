import { distributions } from './distribution.ts'
import type { Distribution } from './distribution.ts'
import type { Recorded } from './recorded.ts'
import { StatementReader } from './statement-reader.ts'
import type { Used } from './statement-reader.ts'

export type ColumnsOf = (table: string) => readonly string[]

/** Returns a sentence for everything that keeps the statement from running on the server of one shopper. */
export function judge({ sql, same }: Pick<Recorded, 'sql' | 'same'>, columnsOf: ColumnsOf): string[] {
  const statement = new StatementReader(sql, same, columnsOf)
  const shoppers = new Set<string>()
  const faults = statement.used.flatMap((used) => {
    const how = distributionOf(used.table)
    if (!how) return [`${used.table} is not in test/statements/distribution.ts`]
    if (how.kind !== 'shopper') return judgeOther(used, how, statement)
    const named = statement.constantsOf(used, how.column)
    for (const shopper of named) shoppers.add(shopper)
    return named.length > 0 ? [] : [`${used.table} is used without one ${how.column}`]
  })
  if (faults.length === 0 && shoppers.size > 1) faults.push('two shoppers are touched')
  return [...new Set(faults)]
}

const VERBS = { read: 'read', update: 'changed', delete: 'deleted from' }

function judgeOther(used: Used, how: Distribution, statement: StatementReader): string[] {
  const { table, change } = used
  if (how.kind === 'global')
    return change === 'insert' ? [] : [`${table} is ${VERBS[change ?? 'read']}, not only added to`]
  if (how.kind === 'reference') return change === null ? [] : [`${table} is changed`]
  if (how.kind !== 'directory' || change === 'insert') return []
  return how.keys.some((key) => statement.constantsOf(used, key).length > 0) ? [] : [`${table} is searched`]
}

function distributionOf(table: string): Distribution | undefined {
  return Object.entries(distributions).find(([name]) => name === table)?.[1]
}
