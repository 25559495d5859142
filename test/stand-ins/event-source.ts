/** An `EventSource` that opens no connection. A test fires its events. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    FakeEventSource.opened.push(this)
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }

  fire(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}
