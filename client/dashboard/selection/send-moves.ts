import type { Move } from '../delivery/show-delivery.ts'

/** What became of many moves; `why` is the server's reason, or the error of the call that failed. */
export type Outcome = { moved: Move[]; refused: { move: Move; why: unknown }[] }

/** Sends some moves and returns the reasons of those that were refused, by the id of their item. */
type Send = (moves: Move[]) => Promise<Map<string, string>>

/** Sends moves in calls of at most `atOnce`, one after the other. A call that fails ends it: the rest is not sent. */
export async function sendMoves(moves: Move[], atOnce: number, send: Send): Promise<Outcome> {
  const reasons = new Map<string, unknown>()
  for (let sent = 0; sent < moves.length; sent += atOnce) {
    try {
      for (const [id, why] of await send(moves.slice(sent, sent + atOnce))) reasons.set(id, why)
    } catch (error) {
      for (const { item } of moves.slice(sent)) reasons.set(item._id, error)
      break
    }
  }
  return {
    moved: moves.filter(({ item }) => !reasons.has(item._id)),
    refused: moves.flatMap((move) => (reasons.has(move.item._id) ? [{ move, why: reasons.get(move.item._id) }] : [])),
  }
}
