/**
 * Loaded into a shop's process before the shop. The clock of the process is then wrong by the milliseconds in the
 * environment variable `CLOCK_AHEAD_MS`, which may be negative.
 */
const ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)

globalThis.Date = new Proxy(Date, {
  construct: (target, parts) =>
    parts.length === 0 ? new target(target.now() + ahead) : Reflect.construct(target, parts),
  get: (target, key) => (key === 'now' ? () => target.now() + ahead : Reflect.get(target, key)),
})
