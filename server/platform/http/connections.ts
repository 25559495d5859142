import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from './address.ts'

/**
 * The maximum number of open connections: `inAll` from all clients, `fromAddress` from one IPv4 address or IPv6 /64,
 * and `fromSite` from one IPv6 /48. `unanswered` is the maximum number of requests on one connection that have no
 * response yet. Over HTTP/1.1, a browser waits for the response before it sends the next request on a connection.
 */
export const connectionLimits = { inAll: 4000, fromAddress: 256, fromSite: 1024, unanswered: 16 }

export type ConnectionLimits = typeof connectionLimits

/** A group of connections and their maximum number `max`. The group is all connections, or those from one network. */
type Group = { name: string; max: number }

type Connection = {
  socket: Socket
  groups: Group[]
  unanswered: number
  /**
   * The value of `performance.now()` when the connection was opened or, if later, when its last response was complete.
   */
  idleSince: number
  /**
   * The last request on this connection with a method other than GET, or null. Only such a request is expected to have
   * a body.
   */
  sending: IncomingMessage | null
  onAnswered: () => void
}

/**
 * Counts the open connections. If a new connection would exceed a limit, one of the connections that count for this
 * limit is closed: the one that has been idle for the longest time or, if none is idle, the new one.
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
   * Counts a request until its response is complete, and returns true. Returns false if the request must not be
   * handled, because its connection is closed. If the connection already has the maximum number of requests without a
   * response, it is closed here.
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

  /** Returns whether the body of a request on this connection has not been received completely yet. */
  isSending(socket: Socket): boolean {
    return this.#open.get(socket)?.sending?.complete === false
  }

  #groupsOf({ remoteAddress = '' }: Socket): Group[] {
    const { inAll, fromAddress, fromSite } = this.#limits
    const networks = this.#isBehindProxy ? [] : networksOf(remoteAddress)
    return [
      ...networks.map((name, index) => ({ name, max: index === 0 ? fromAddress : fromSite })),
      { name: 'all', max: inAll },
    ]
  }

  /**
   * If the group has reached its limit, closes the connection of the group that has been idle for the longest time.
   * Returns false if the limit is reached and no connection of the group is idle.
   */
  #makeRoom({ name, max }: Group): boolean {
    const connections = this.#groups.get(name)
    if (!connections || connections.size < max) return true
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
