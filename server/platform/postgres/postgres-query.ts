import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { rowOf } from '../database/row-arrays.ts'
import type { Row } from '../database/row-arrays.ts'
import { withRequestComment } from '../tracing/trace-statements.ts'
import type { StatementNames } from './statement-names.ts'

type Parser = (text: string) => unknown
type Columns = { names: string[]; parsers: Parser[] }

/**
 * The statements that one connection has prepared, by name. The value has the columns of the result, or null if the
 * statement returns no rows. `unnamed` is for statements whose first execution has failed: it is then unknown whether
 * the server has prepared them, so they are sent without a name from then on.
 */
type Prepared = Map<string, Columns | null | 'unnamed'>

/** A part of the messages of `pg`, which calls the handlers of a `PostgresQuery`. Its types do not contain them. */
type RowDescription = { fields: pg.FieldDef[] }
type DataRow = { fields: (string | null)[] }
type CommandComplete = { text: string }

const preparedOn = new WeakMap<pg.Connection, Prepared>()

/**
 * A statement that `pg` sends to PostgreSQL with the extended query protocol
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). It differs from `pg.Query` in
 * three ways. The server describes the columns of a prepared statement only once per connection. `begins` sends BEGIN
 * in the same message, which saves a round trip. If BEGIN fails, the server skips the statement, because both are sent
 * before the same Sync.
 */
export class PostgresQuery<R> implements pg.Submittable {
  readonly result: Promise<QueryResult<R>>
  readonly #asked: CompiledQuery
  readonly #text: string
  readonly #names: StatementNames
  readonly #settle: { resolve: (result: QueryResult<R>) => void; reject: (error: unknown) => void }
  /** Whether the next result is that of BEGIN. */
  #begins: boolean
  #name = ''
  #prepared: Prepared = new Map()
  #columns: Columns | null = null
  readonly #rows: Row[] = []
  #tag = ''
  #failure: unknown = null

  constructor(asked: CompiledQuery, names: StatementNames, { begins = false } = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<R>>()
    this.result = promise
    this.#settle = { resolve, reject }
    this.#asked = asked
    this.#text = withRequestComment(asked.sql)
    this.#names = names
    this.#begins = begins
  }

  /** Called by `pg` when the connection is free. Returns an error if the statement cannot be sent. */
  submit(connection: pg.Connection): Error | null {
    this.#prepared = preparedBy(connection)
    const name = this.#names.of(this.#asked.sql)
    const known = this.#prepared.get(name)
    this.#name = known === 'unnamed' ? '' : name
    const isPrepared = this.#name !== '' && known !== undefined
    if (isPrepared && known !== 'unnamed') this.#columns = known
    // All messages are sent with one system call.
    connection.stream.cork()
    try {
      if (this.#begins) begin(connection)
      this.#send(connection, isPrepared)
      return null
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    }
  }

  handleDataRow({ fields }: DataRow): void {
    const { names, parsers } = this.#columns ?? { names: [], parsers: [] }
    const values = fields.map((text, at) => (text === null ? null : parsers[at]?.(text)))
    this.#rows.push(rowOf(names, values))
  }

  handleCommandComplete({ text }: CommandComplete): void {
    if (this.#begins) this.#begins = false
    else this.#tag = text
  }

  handleReadyForQuery(): void {
    if (this.#name) this.#prepared.set(this.#name, this.#columns)
    this.#settle.resolve(resultOf<R>(this.#tag, this.#rows))
  }

  handleError(error: unknown): void {
    this.#failure ??= error
    if (this.#name && !this.#prepared.has(this.#name)) this.#prepared.set(this.#name, 'unnamed')
    this.#settle.reject(this.#failure)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(): void {}

  #send(connection: pg.Connection, isPrepared: boolean): void {
    const { parameters } = this.#asked
    if (!isPrepared) connection.parse({ name: this.#name, text: this.#text, types: [] }, true)
    const values = parameters.map(textOf)
    connection.bind({ statement: this.#name, values }, true)
    if (!isPrepared) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
  }
}

function preparedBy(connection: pg.Connection): Prepared {
  const known = preparedOn.get(connection)
  if (known) return known
  const fresh: Prepared = new Map()
  preparedOn.set(connection, fresh)
  return fresh
}

function begin(connection: pg.Connection): void {
  connection.parse({ name: '', text: 'begin', types: [] }, true)
  connection.bind({}, true)
  connection.execute(null, true)
}

/**
 * Returns the function that parses values of a PostgreSQL type. `bigint` becomes a number. PostgreSQL uses this type
 * for counts and amounts, which always fit into a JavaScript number.
 */
function parserOf(oid: number): Parser {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, 'text')
}

/** Converts a parameter to what PostgreSQL accepts in text format. Buffers are sent in binary format. */
function textOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `tag` is PostgreSQL's command tag, such as `UPDATE 3`. Only statements that change rows have their number in it. */
function resultOf<R>(tag: string, rows: Row[]): QueryResult<R> {
  const changed = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)/.exec(tag)?.[1]
  // The cast is safe: `R` is the row type that Kysely derives from the query.
  const typed = rows as R[]
  return changed === undefined ? { rows: typed } : { rows: typed, numAffectedRows: BigInt(changed) }
}
