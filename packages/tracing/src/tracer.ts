export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Reports the work of the service with its duration as spans inside spans. */
export interface Tracer {
  /** Runs the work in a span below the current one; a rejection marks the span as failed. */
  inSpan<T>(name: string, given: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>
  openRequest(request: TracedRequest): RequestSpan
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export interface SpanOptions {
  /** `client`: the work is a call to another program. */
  readonly kind: 'internal' | 'client'
  readonly attributes: Attributes
}

export interface OpenSpan {
  set(attributes: Attributes): void
}

export interface TracedRequest {
  readonly method: string
  /** The headers of W3C Trace Context, by which a caller's trace continues here. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface RequestSpan {
  /** Everything that this calls and awaits belongs to the request. */
  run(work: () => void): void
  end(route: string, status: number): void
}
