import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from './address.ts'

/**
 * The maximum number of open connections: `inAll` from all clients, `fromAddress` from one IPv4 address or IPv6 /64,
 * and `fromSite` from one IPv6 /48. `unanswered` is the maximum number of requests without a response on one
 * connection. Browsers send one request at a time.
 */
export const connectionLimits = { inAll: 4000, fromAddress: 256, fromSite: 1024, unanswered: 16 }

export type ConnectionLimits = typeof connectionLimits

/** A group of connections with a limit: all connections, or those of one network. */
type Group = { name: string; most: number }

type Connection = {
  socket: Socket
  groups: Group[]
  unanswered: number
  /** When the connection was opened or, if later, when its last response was complete. */
  idleSince: number
  /** The last request on this connection whose method is not GET, because such a request may have a body. */
  sending: IncomingMessage | null
  onAnswered: () => void
}

/**
 * Counts the open connections. If a new connection exceeds a limit, the connection that has been idle for the longest
 * time is closed. If no connection is idle, the new connection is closed.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #isBehindProxy: boolean
  readonly #open = new Map<Socket, Connection>()
  readonly #groups = new Map<string, Set<Connection>>()

  /** Behind a proxy, all connections come from the address of the proxy. They are then counted only in total. */
  constructor(limits: ConnectionLimits, isBehindProxy: boolean) {
    this.#limits = limits
    this.#isBehindProxy = isBehindProxy
  }

  sockets(): Iterable<Socket> {
    return this.#open.keys()
  }

  /** Counts a new connection. Closes it if a limit is reached and no idle connection can be closed instead. */
  accept(socket: Socket): void {
    const groups = this.#groupsOf(socket)
    if (!groups.every((group) => this.#makeRoom(group))) return void socket.destroy()
    const onAnswered = () => {
      connection.unanswered -= 1
      connection.idleSince = performance.now()
    }
    const connection: Connection = {
      socket,
      groups,
      unanswered: 0,
      idleSince: performance.now(),
      sending: null,
      onAnswered,
    }
    this.#open.set(socket, connection)
    for (const { name } of groups)
      this.#groups.set(name, (this.#groups.get(name) ?? new Set()).add(connection))
    socket.on('close', () => this.#forget(connection))
  }

  /**
   * Counts a request until its response is complete. If its connection has too many requests without a response,
   * closes the connection and returns false.
   */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(request.socket)
    if (!connection) return false
    if (connection.unanswered >= this.#limits.unanswered) {
      this.#close(connection)
      return false
    }
    connection.unanswered += 1
    if (request.method !== 'GET') connection.sending = request
    response.on('close', connection.onAnswered)
    return true
  }

  /** Returns whether a request with a body on this connection has not been received completely. */
  isSending(socket: Socket): boolean {
    return this.#open.get(socket)?.sending?.complete === false
  }

  #groupsOf({ remoteAddress = '' }: Socket): Group[] {
    const { inAll, fromAddress, fromSite } = this.#limits
    const networks = this.#isBehindProxy ? [] : networksOf(remoteAddress)
    return [
      ...networks.map((name, index) => ({ name, most: index === 0 ? fromAddress : fromSite })),
      { name: 'all', most: inAll },
    ]
  }

  /**
   * If the group has reached its limit, closes its connection that has been idle for the longest time. Returns false
   * if none is idle.
   */
  #makeRoom({ name, most }: Group): boolean {
    const connections = this.#groups.get(name)
    if (!connections || connections.size < most) return true
    const longestIdle = connections.values().reduce<Connection | null>((idlest, connection) => {
      if (connection.unanswered > 0) return idlest
      return idlest && idlest.idleSince <= connection.idleSince ? idlest : connection
    }, null)
    if (!longestIdle) return false
    this.#close(longestIdle)
    return true
  }

  #close(connection: Connection): void {
    this.#forget(connection)
    connection.socket.destroy()
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection.socket)
    for (const { name } of connection.groups) {
      const connections = this.#groups.get(name)
      if (connections?.delete(connection) && connections.size === 0) this.#groups.delete(name)
    }
  }
}
