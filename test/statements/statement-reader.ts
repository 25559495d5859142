import { child, has, isEquality, isNode, namesOf, nodes, parseStatements, text } from './syntax-tree.ts'
import type { Node } from './syntax-tree.ts'

/** A table in a statement. If a table occurs several times, each occurrence has a number of its own. */
export type Used = { table: string; at: number; change: 'insert' | 'update' | 'delete' | null }

/** A name for a value: a column of a used table, such as `0.user_id`, or a parameter or constant. */
type Term = string

/** Returns the term of a column, or null if the table or subquery has no such column, or if the column is computed. */
type Columns = (column: string) => Term | null

type Output = Map<string, Term | null>

/** The tables and subqueries that a part of a statement can refer to, by alias, and the `WITH` queries by name. */
type Scope = { tables: Map<string, Columns>; queries: Map<string, Columns>; parent: Scope | null }

const CHANGES: Record<string, Used['change']> = { UpdateStmt: 'update', DeleteStmt: 'delete' }

/**
 * Reads which tables an SQL statement uses, and which of their columns must be equal to each other, to a parameter or
 * to a constant. Only equalities count that hold for every row: alternatives and negations prove none.
 */
export class StatementReader {
  readonly used: Used[] = []
  readonly #constants = new Set<Term>()
  /** The classes of equal terms, as a forest: each term refers to another one of its class, or is the root. */
  readonly #parents = new Map<Term, Term>()
  readonly #columnsOf: (table: string) => readonly string[]
  readonly #same: readonly number[]

  /** `same` has the index of the first parameter with the same value, for each parameter. */
  constructor(sql: string, same: readonly number[], columnsOf: (table: string) => readonly string[]) {
    this.#columnsOf = columnsOf
    this.#same = same
    for (const statement of parseStatements(sql)) this.#read(statement, null)
  }

  /** Returns the parameters and constants to which the column is equal. Equal parameters count once. */
  constantsOf(used: Used, column: string): Term[] {
    const root = this.#find(`${used.at}.${column}`)
    return [...this.#constants].filter((constant) => this.#find(constant) === root)
  }

  #find(term: Term): Term {
    const parent = this.#parents.get(term)
    return parent === undefined || parent === term ? term : this.#find(parent)
  }

  #join(a: Term | null, b: Term | null): void {
    if (a !== null && b !== null) this.#parents.set(this.#find(a), this.#find(b))
  }

  /** Reads a statement or subquery, and returns its output columns. */
  #read(statement: Node, parent: Scope | null): Output {
    const kind = Object.keys(statement)[0] ?? ''
    const body = child(statement, kind)
    const scope: Scope = { tables: new Map(), queries: new Map(), parent }
    for (const query of nodes(child(body, 'withClause')['ctes'])) {
      const named = child(query, 'CommonTableExpr')
      scope.queries.set(text(named, 'ctename'), columnsOfOutput(this.#read(child(named, 'ctequery'), scope)))
    }
    if (kind === 'InsertStmt') return this.#insert(body, scope)
    const change = CHANGES[kind]
    if (change) this.#table(child(body, 'relation'), scope, change)
    for (const source of nodes(body['fromClause'])) this.#source(source, scope)
    for (const source of nodes(body['usingClause'])) this.#source(source, scope)
    this.#condition(child(body, 'whereClause'), scope)
    for (const side of ['larg', 'rarg']) if (has(body, side)) this.#read({ SelectStmt: body[side] }, scope)
    const { targetList, returningList, havingClause, sortClause, valuesLists } = body
    this.#subqueries([targetList, returningList, havingClause, sortClause, valuesLists], scope)
    return this.#output(nodes(change ? returningList : targetList), scope)
  }

  #output(targets: Node[], scope: Scope): Output {
    return new Map(
      targets.map((target) => {
        const { ResTarget } = target
        const value = child(ResTarget, 'val')
        const name = text(child(ResTarget), 'name') || namesOf(child(value, 'ColumnRef')).at(-1)
        return [name ?? '', this.#term(value, scope)]
      }),
    )
  }

  #insert(body: Node, scope: Scope): Output {
    // `ON CONFLICT DO UPDATE` may change rows that are there.
    const isUpsert = text(child(body, 'onConflictClause'), 'action') === 'ONCONFLICT_UPDATE'
    const at = this.#table(child(body, 'relation'), scope, isUpsert ? 'update' : 'insert')
    const columns = nodes(body['cols']).map((column) => text(child(column, 'ResTarget'), 'name'))
    const select = child(body, 'selectStmt')
    const rows = nodes(child(select, 'SelectStmt')['valuesLists'])
    const values = rows.map((row) =>
      nodes(child(row, 'List')['items']).map((value) => this.#term(value, scope)),
    )
    if (rows.length === 0) values.push([...this.#read(select, scope).values()])
    for (const row of values)
      for (const [index, value] of row.entries()) this.#join(`${at}.${columns[index]}`, value)
    this.#subqueries(body['onConflictClause'], scope)
    return this.#output(nodes(body['returningList']), scope)
  }

  /** Adds a table, a subquery or both sides of a join to the scope. */
  #source(source: Node, scope: Scope): void {
    if (has(source, 'RangeVar')) this.#table(child(source, 'RangeVar'), scope)
    if (has(source, 'RangeSubselect')) {
      const { subquery, alias } = child(source, 'RangeSubselect')
      scope.tables.set(text(child(alias), 'aliasname'), columnsOfOutput(this.#read(child(subquery), scope)))
    }
    if (!has(source, 'JoinExpr')) return
    const { larg, rarg, quals } = child(source, 'JoinExpr')
    this.#source(child(larg), scope)
    this.#source(child(rarg), scope)
    this.#condition(child(quals), scope)
  }

  /** Adds a table or a `WITH` query to the scope. Returns the number of the table. */
  #table(range: Node, scope: Scope, change: Used['change'] = null): number {
    const table = text(range, 'relname')
    const alias = text(child(range, 'alias'), 'aliasname') || table
    const query = change === null ? lookUp(scope, 'queries', table) : null
    const at = this.used.length
    const known = this.#columnsOf(table)
    if (!query) this.used.push({ table, at, change })
    scope.tables.set(alias, query ?? ((column) => (known.includes(column) ? `${at}.${column}` : null)))
    return at
  }

  /** Notes the equalities that hold if the condition is true. */
  #condition(condition: Node, scope: Scope): void {
    const { BoolExpr, A_Expr, SubLink } = condition
    if (text(child(BoolExpr), 'boolop') === 'AND_EXPR') {
      for (const part of nodes(child(BoolExpr)['args'])) this.#condition(part, scope)
      return
    }
    const link = child(SubLink)
    if (text(link, 'subLinkType') === 'ANY_SUBLINK' && nodes(link['operName']).length === 0) {
      const [first] = this.#read(child(link, 'subselect'), scope).values()
      this.#join(this.#term(child(link, 'testexpr'), scope), first ?? null)
      return
    }
    this.#comparison(child(A_Expr), scope)
    this.#subqueries(condition, scope)
  }

  #comparison(comparison: Node, scope: Scope): void {
    const { lexpr, rexpr } = comparison
    const items = nodes(child(rexpr, 'List')['items'])
    const isOneOfOne = isEquality(comparison, 'AEXPR_IN') && items.length === 1
    if (!isOneOfOne && !isEquality(comparison, 'AEXPR_OP')) return
    this.#join(this.#term(child(lexpr), scope), this.#term(child(items[0] ?? rexpr), scope))
  }

  #term(value: Node, scope: Scope): Term | null {
    const { ColumnRef, ParamRef, A_Const, TypeCast, SubLink } = value
    if (ColumnRef) return findColumn(namesOf(child(ColumnRef)), scope)
    if (TypeCast) return this.#term(child(TypeCast, 'arg'), scope)
    if (A_Const) return this.#constant(`=${JSON.stringify({ ...child(A_Const), location: 0 })}`)
    if (ParamRef) {
      const index = Number(child(ParamRef)['number']) - 1
      return this.#constant(`$${(this.#same[index] ?? index) + 1}`)
    }
    if (text(child(SubLink), 'subLinkType') !== 'EXPR_SUBLINK') return null
    const [first] = this.#read(child(SubLink, 'subselect'), scope).values()
    return first ?? null
  }

  #constant(name: Term): Term {
    this.#constants.add(name)
    return name
  }

  /** Reads all subqueries inside of expressions. */
  #subqueries(value: unknown, scope: Scope): void {
    for (const part of nodes(value)) this.#subqueries(part, scope)
    if (!isNode(value)) return
    for (const [key, part] of Object.entries(value)) {
      if (key === 'SubLink') this.#read(child(part, 'subselect'), scope)
      else this.#subqueries(part, scope)
    }
  }
}

function columnsOfOutput(output: Output): Columns {
  return (column) => output.get(column) ?? null
}

function scopesFrom(scope: Scope | null): Scope[] {
  return scope ? [scope, ...scopesFrom(scope.parent)] : []
}

function lookUp(scope: Scope, kind: 'tables' | 'queries', name: string): Columns | null {
  return (
    scopesFrom(scope)
      .find((one) => one[kind].has(name))
      ?.[kind].get(name) ?? null
  )
}

/** Finds a column, with or without the alias of its table, in the scope and those around it. */
function findColumn([first = '', second]: string[], scope: Scope): Term | null {
  if (second !== undefined) return lookUp(scope, 'tables', first)?.(second) ?? null
  const terms = scopesFrom(scope).flatMap(({ tables }) => [...tables.values()].map((find) => find(first)))
  return terms.find((term) => term !== null) ?? null
}
