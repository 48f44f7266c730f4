/** One exchange as `exchanges.json` describes it: everything that differs between the seven is data. */
export interface Source {
  /** `source_a` … `source_g`, the field name in every answer (rule P1). */
  readonly id: SourceId
  readonly label: string
  /** A disabled source is never asked; its values stay null. */
  readonly enabled: boolean
  /** One deadline for a whole request: connect, headers and body together. */
  readonly timeoutMs: number
  /** Currency → the exchange's symbol. A currency that is not here is not listed and never asked for. */
  readonly pairs: ReadonlyMap<string, string>
  /** Where an answer with status 200 reports a failure: a value there that is not false, null or empty. */
  readonly failure: JsonPath | undefined
  /** Where such an answer has its message, if not at `failure` itself. */
  readonly failureText: JsonPath | undefined
  readonly bulk: BulkRequest | undefined
  readonly single: SingleRequest | undefined
}

export const SOURCE_IDS = ['source_a', 'source_b', 'source_c', 'source_d', 'source_e', 'source_f', 'source_g'] as const
export type SourceId = (typeof SOURCE_IDS)[number]

/** Steps into a JSON value; the step `{key}` is replaced by the key of the pair in the answer. */
export type JsonPath = readonly (string | number)[]

export interface SingleRequest {
  /** `{pair}` is replaced by the percent-encoded symbol. */
  readonly url: string
  /** Currency → the keys the answer may use for the pair; without an entry, the symbol itself. */
  readonly answerKeys: ReadonlyMap<string, readonly string[]>
  readonly price: JsonPath
  /** Where the time of the last trade is (ISO 8601 text); an answer with an older trade than the kept one is ignored. */
  readonly tradedAt: JsonPath | undefined
}

export interface BulkRequest extends SingleRequest {
  /** `{pairs}` in the URL: symbols joined by commas, or a JSON list. Both percent-encoded. */
  readonly pairsAs: 'comma' | 'json'
  /**
   * Set if the answer is a list: the place of the list, and of the pair in a row. Prices are then looked up in the row.
   */
  readonly rows: { readonly at: JsonPath; readonly key: JsonPath } | undefined
}

/** The result of one cycle of requests to one exchange, by currency. */
export interface SourceAnswer {
  readonly cells: ReadonlyMap<string, CellAnswer>
  /** The first problem that concerned the source as a whole (no connection, status, not JSON), for people. */
  readonly error: string | undefined
  /** How long the exchange asked us to stay away (`Retry-After`), at most an hour. */
  readonly retryAfterMs: number | undefined
}

export type CellAnswer =
  | { readonly ok: true; readonly price: number; readonly tradedAt: number | undefined }
  | { readonly ok: false; readonly error: string }
