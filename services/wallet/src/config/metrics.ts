import type { Reader } from '@satchel/http/environment'

/** Who may read `/metrics`, and where. */
export interface MetricsConfig {
  /** The bearer token of the scraper; undefined = everybody may read. */
  readonly token: string | undefined
  /** A port of its own; undefined = the port of the service. */
  readonly port: number | undefined
}

const MIN_TOKEN_BYTES = 16

export function readMetrics(read: Reader, problems: string[]): MetricsConfig {
  const token = read.optional('SERVICE_METRICS_TOKEN')
  if (token !== undefined && (Buffer.byteLength(token) < MIN_TOKEN_BYTES || !/^[\x21-\x7e]+$/.test(token))) {
    problems.push(`SERVICE_METRICS_TOKEN: must have at least ${MIN_TOKEN_BYTES} characters, without spaces`)
  }
  const port = read.integer('SERVICE_METRICS_PORT', 0, 0, 65_535)
  return { token, port: port === 0 ? undefined : port }
}
