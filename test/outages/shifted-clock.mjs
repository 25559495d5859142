/**
 * Loaded into a shop's process before the shop. Its clock is then ahead of that of the machine by the environment
 * variable `CLOCK_AHEAD_MS`.
 */
const ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + ahead
  }
}
