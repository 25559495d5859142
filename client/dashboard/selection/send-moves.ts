import { isRefusal } from '#client/lib/api.ts'
import type { Move } from '../delivery/show-delivery.ts'

/** A move that was not confirmed; `why` is the server's reason, or the error of the call that failed. */
export type Unmoved = { move: Move; why: unknown }

/** The results of many moves. Those of a call whose response was lost are `unknown`: the server may have made them. */
export type Outcome = { moved: Move[]; refused: Unmoved[]; unknown: Unmoved[] }

/** Sends some moves and returns the reasons of those that were refused, by the id of their item. */
type Send = (moves: Move[]) => Promise<Map<string, string>>

/** Sends moves in calls of at most `atOnce`, one after the other. A call that fails ends it: the rest is not sent. */
export async function sendMoves(moves: Move[], atOnce: number, send: Send): Promise<Outcome> {
  const reasons = new Map<string, unknown>()
  let lost: Move[] = []
  for (let sent = 0; sent < moves.length; sent += atOnce) {
    const call = moves.slice(sent, sent + atOnce)
    try {
      for (const [id, why] of await send(call)) reasons.set(id, why)
    } catch (error) {
      for (const { item } of moves.slice(sent)) reasons.set(item._id, error)
      if (!isRefusal(error)) lost = call
      break
    }
  }
  const unmoved = moves.flatMap((move) =>
    reasons.has(move.item._id) ? [{ move, why: reasons.get(move.item._id) }] : [],
  )
  return {
    moved: moves.filter(({ item }) => !reasons.has(item._id)),
    refused: unmoved.filter(({ move }) => !lost.includes(move)),
    unknown: unmoved.filter(({ move }) => lost.includes(move)),
  }
}
