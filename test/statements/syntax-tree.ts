import { fingerprintSync, loadModule, parseSync } from 'libpg-query'

/** A node of the syntax tree of PostgreSQL's own parser, whose properties are named as in PostgreSQL's source. */
export type Node = { [key: string]: unknown }

await loadModule()

/** Parses SQL and returns the statements. Throws if PostgreSQL would not accept the syntax. */
export function parseStatements(sql: string): Node[] {
  return nodes(parseSync(sql).stmts).map((statement) => child(statement, 'stmt'))
}

/**
 * Returns a hash of the statement that does not depend on the values and on the lengths of its lists. Statements that
 * use other tables, columns or conditions have another hash (https://github.com/pganalyze/libpg_query/wiki/Fingerprinting).
 */
export function fingerprintOf(sql: string): string {
  return fingerprintSync(sql)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the node at the path of properties, or an empty node if there is none. */
export function child(value: unknown, ...path: string[]): Node {
  let found = value
  for (const key of path) found = isNode(found) ? found[key] : undefined
  return isNode(found) ? found : {}
}

export function has(value: Node, key: string): boolean {
  return isNode(value[key])
}

/** Returns the nodes of a list. */
export function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Returns the text of a property, or an empty text. */
export function text(value: Node, key: string): string {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}

/** Returns the names of a column reference, such as `orders` and `id`. */
export function namesOf(column: Node): string[] {
  return nodes(column['fields']).map((field) => text(child(field, 'String'), 'sval'))
}

/** Returns whether the expression is a comparison of this kind with the operator `=`. */
export function isEquality(expression: Node, kind: 'AEXPR_OP' | 'AEXPR_IN'): boolean {
  return (
    text(expression, 'kind') === kind && text(child(nodes(expression['name'])[0], 'String'), 'sval') === '='
  )
}
